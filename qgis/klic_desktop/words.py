"""Everything a person reads, in Dutch and English."""

from qgis.core import QgsApplication

WORDS = {
    "title": ("KLIC Desktop", "KLIC Desktop"),
    "connect": ("Koppelen", "Connect"),
    "not_running": (
        "KLIC Desktop draait niet op deze computer. Start het programma en probeer het opnieuw.",
        "KLIC Desktop does not run on this computer. Start the application and try again.",
    ),
    "no_answer": (
        "KLIC Desktop antwoordt niet: {why}",
        "KLIC Desktop does not answer: {why}",
    ),
    "not_paired": (
        "QGIS is nog niet gekoppeld. Kies Koppelen en bevestig in het venster van KLIC Desktop.",
        "QGIS is not paired yet. Choose Connect, and confirm in the window of KLIC Desktop.",
    ),
    "pairing": (
        "Bevestig in het venster van KLIC Desktop. Daar staat dezelfde code: {code}",
        "Confirm in the window of KLIC Desktop. It shows the same code: {code}",
    ),
    "pairing_refused": ("De koppeling is geweigerd.", "The pairing was refused."),
    "layers": ("kaartlagen", "layers"),
    "store_closed": (
        "QGIS bewaart de koppeling alleen met zijn hoofdwachtwoord. Zonder dat geldt ze tot QGIS sluit, en opent de Browser geen kaartlagen.",
        "QGIS keeps the pairing with its master password only. Without it the pairing lasts until QGIS is closed, and the Browser opens no layers.",
    ),
    "paired": ("Gekoppeld met KLIC Desktop.", "Paired with KLIC Desktop."),
    "kind": ("Soort melding", "Kind of notification"),
    "ORIENT": ("Oriëntatieverzoek (plannen)", "Orientation request (planning)"),
    "GRAAF": ("Graafmelding (graven)", "Excavation notification (digging)"),
    "reference": ("Referentie", "Reference"),
    "start_date": ("Startdatum graafwerk", "Start date of digging"),
    "quote": ("Offerte van de selectie", "Quote the selection"),
    "quote_extent": ("Offerte van het kaartbeeld", "Quote what the map shows"),
    "draw_polygon": ("Gebied tekenen", "Draw an area"),
    "draw_line": ("Tracé tekenen", "Draw a line"),
    "drawing": (
        "Klik de punten op de kaart. Rechtsklik of Enter: klaar. Esc: stoppen.",
        "Click the points on the map. Right click or Enter: done. Esc: stop.",
    ),
    "buffer": ("Aan weerszijden van een lijn", "On either side of a line"),
    "folder": ("Map voor resultaten", "Folder for results"),
    "works_description": ("Werkzaamheden", "Type of work"),
    "works_description.hint": ("leeg: die van KLIC Desktop", "empty: those of KLIC Desktop"),
    "address": ("Locatieadres", "Site address"),
    "address.hint": ("Ringweg 4, 5684XB Best", "Ringweg 4, 5684XB Best"),
    "organisation": ("Opdrachtgever", "Client"),
    "organisation.hint": ("leeg: die van KLIC Desktop", "empty: that of KLIC Desktop"),
    "contact_name": ("Contactpersoon", "Contact"),
    "contact_name.hint": ("van de opdrachtgever", "at the client"),
    "contact_phone": ("Telefoon", "Telephone"),
    "contact_phone.hint": ("", ""),
    "contact_email": ("E-mail", "E-mail"),
    "contact_email.hint": ("", ""),
    "client_in_part": (
        "Vul van de opdrachtgever alles in: naam, contactpersoon, telefoon en e-mail. Of laat alle vier leeg.",
        "Fill in all of the client: name, contact, telephone and e-mail. Or leave all four empty.",
    ),
    "quoting": ("Gebied verdelen…", "Cutting the area…"),
    "nothing_selected": (
        "Selecteer eerst een of meer vlakken of lijnen in een vectorlaag.",
        "Select one or more polygons or lines in a vector layer first.",
    ),
    "no_polygons": ("Er zijn geen vlakken of lijnen gekozen.", "No polygons or lines are chosen."),
    "quoted": ("{count} meldingen, {price} excl. btw", "{count} notifications, {price} excl. VAT"),
    "quoted_one": ("1 melding, {price} excl. btw", "1 notification, {price} excl. VAT"),
    "submit": ("Indienen…", "Submit…"),
    "confirm_title": ("Meldingen indienen?", "Submit the notifications?"),
    "confirm": (
        "Er worden {what} ingediend bij het Kadaster. Dat kan niet ongedaan worden gemaakt.",
        "This submits {what} to Kadaster. It cannot be undone.",
    ),
    "confirm_simulated": (
        "Er worden {what} ingediend bij de simulator. Er wordt niets echt gemeld en het kost niets.",
        "This submits {what} to the simulator. Nothing is really filed, and it costs nothing.",
    ),
    "yes_submit": ("Indienen", "Submit"),
    "cancel": ("Annuleren", "Cancel"),
    "submitted": ("Ingediend. De lijst toont hoe ver het is.", "Submitted. The list shows how far it is."),
    "jobs": ("Opdrachten", "Jobs"),
    "status": ("Status", "Status"),
    "refresh": ("Vernieuwen", "Refresh"),
    "load": ("Resultaat laden", "Load the result"),
    "loading": ("Resultaat ophalen…", "Fetching the result…"),
    "loaded": ("{name} is geladen.", "{name} is loaded."),
    "silent": ("Niet geleverd door: {names}.", "Not delivered by: {names}."),
    "careful": ("Voorzorgsmaatregelen, eerst contact opnemen met: {names}.", "Precautions, contact first: {names}."),
    "documents": ("Documenten: {count}.", "Documents: {count}."),
    "documents_where": (
        "Ze staan in KLIC Desktop bij de opdracht, onder Bestanden.",
        "They are in KLIC Desktop at the job, under Files.",
    ),
    "attention": ("Let op", "What to know"),
    "attention_title": ("Let op bij {name}", "What to know of {name}"),
    "no_warnings": ("Geen bijzonderheden.", "Nothing out of the ordinary."),
    "newer": (
        "Van {name} is er een nieuwere levering dan in dit project.",
        "Of {name} there is a newer delivery than in this project.",
    ),
    "not_exact": (
        "Deze versie van QGIS zet lagen die u hieruit opent 7 tot 16 cm verkeerd. Laad om te meten het resultaat in het paneel.",
        "This version of QGIS places layers that are opened from here 7 to 16 cm off. To measure, load the result in the panel.",
    ),
    "not_ready": ("Deze opdracht is nog niet klaar.", "This job is not ready yet."),
    "choose_job": ("Kies eerst een opdracht in de lijst.", "Choose a job in the list first."),
    "preview": ("Verdeling {reference}", "Cut {reference}"),
    "damaged": ("Het bestand kwam beschadigd aan. Probeer het opnieuw.", "The file arrived damaged. Try again."),
    "changed": (
        "Er kwam een nieuwe levering tijdens het ophalen. Probeer het opnieuw.",
        "A new delivery came while fetching. Try again.",
    ),
    "state.quoted": ("offerte", "quoted"),
    "state.accepted": ("aangenomen", "accepted"),
    "state.submitted": ("ingediend", "submitted"),
    "state.partially_delivered": ("deels geleverd", "partly delivered"),
    "state.processing": ("wordt verwerkt", "being processed"),
    "state.ready": ("klaar", "ready"),
    "state.ready_incomplete": ("klaar, niet volledig", "ready, incomplete"),
    "state.rejected": ("afgewezen", "rejected"),
    "state.failed": ("mislukt", "failed"),
    "alg.group": ("KLIC", "KLIC"),
    "alg.quote": ("Offerte van vlakken of lijnen", "Quote polygons or lines"),
    "alg.quote.help": (
        "Verdeelt de vlakken, en lijnen met wat er aan weerszijden ligt, in zo weinig mogelijk KLIC-meldingen en zegt wat die kosten. Er wordt niets ingediend.",
        "Cuts the polygons, and lines with what lies on either side, into as few KLIC notifications as possible, and says what they cost. Nothing is filed.",
    ),
    "alg.submit": ("Offerte indienen", "Submit a quote"),
    "alg.submit.help": (
        "Dient de meldingen van een offerte in. Dit kost geld: het totaal van de offerte moet worden ingevuld.",
        "Files the notifications of a quote. This costs money: the total of the quote has to be filled in.",
    ),
    "alg.download": ("Wachten en resultaat ophalen", "Wait and download the result"),
    "alg.download.help": (
        "Wacht tot alle leveringen er zijn en haalt het samengevoegde GeoPackage op, met stijlen.",
        "Waits until all deliveries are there and downloads the merged GeoPackage, with its styles.",
    ),
    "alg.merge": ("Leveringen samenvoegen", "Merge deliveries"),
    "alg.merge.help": (
        "Voegt ZIP-bestanden van KLIC-leveringen samen tot één GeoPackage, met stijlen.",
        "Merges ZIP files of KLIC deliveries into one GeoPackage, with styles.",
    ),
    "par.input": ("Vlakken of lijnen", "Polygons or lines"),
    "par.parts": ("Verdeling", "Cut"),
    "par.job": ("Opdracht (job_id)", "Job (job_id)"),
    "par.jobs": ("Opdrachten, gescheiden door komma's", "Jobs, separated by commas"),
    "par.total": ("Totaal van de offerte in euro, als bevestiging", "Total of the quote in euros, as a confirmation"),
    "par.start": ("Begin van het werk (JJJJ-MM-DD), bij graven", "Start of the works (YYYY-MM-DD), when digging"),
    "par.deliveries": ("Leveringen (ZIP)", "Deliveries (ZIP)"),
    "par.gpkg": ("GeoPackage", "GeoPackage"),
    "par.count": ("Aantal meldingen", "Number of notifications"),
    "par.load": ("Laden in de officiële stijl", "Load in the official look"),
    "wrong_total": (
        "De offerte is {total} euro, niet {given}. Er is niets ingediend.",
        "The quote is {total} euros, not {given}. Nothing was submitted.",
    ),
    "job_ended": ("De opdracht is {state}: {message}", "The job is {state}: {message}"),
}


def is_dutch():
    return QgsApplication.locale().lower().startswith("nl")


def tr(key, **values):
    """The words for a key in the language of QGIS: Dutch, or English for everybody else."""
    text = WORDS[key][0 if is_dutch() else 1]
    return text.format(**values) if values else text


def state_words(status):
    return tr(f"state.{status}") if f"state.{status}" in WORDS else status


def price_words(amount):
    """Euros as people write them: the server says '119.85'."""
    return f"€ {amount.replace('.', ',')}" if is_dutch() else f"€{amount}"


def quote_words(count, amount):
    return tr("quoted_one" if count == 1 else "quoted", count=count, price=price_words(amount))
