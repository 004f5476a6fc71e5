"""Processing algorithms: quote, submit, wait and download, merge deliveries."""

from pathlib import Path

from qgis.core import (
    QgsFeatureSink,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterMultipleLayers,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsProcessingProvider,
    QgsCoordinateReferenceSystem,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtGui import QIcon

from . import area, jobs, layers
from .browser import ICON
from .desktop import DesktopError
from .words import quote_words, state_words, tr

KINDS = ("ORIENT", "GRAAF")


class KlicAlgorithm(QgsProcessingAlgorithm):
    """What they share; NAME is that of the words, and of the algorithm."""

    NAME = ""

    def createInstance(self):
        return type(self)()

    def name(self):
        return self.NAME

    def displayName(self):
        return tr(f"alg.{self.NAME}")

    def shortHelpString(self):
        return tr(f"help.{self.NAME}")

    def group(self):
        return tr("alg.group")

    def groupId(self):
        return "klic"

    def icon(self):
        return QIcon(ICON)

    def processAlgorithm(self, parameters, context, feedback):
        try:
            return self.work(parameters, context, feedback)
        except DesktopError as error:
            raise QgsProcessingException(str(error)) from None


def part_fields():
    """Those of the preview."""
    return QgsVectorLayer(f"Polygon?crs=EPSG:28992&{layers.FIELDS}", "parts", "memory").fields()


class QuoteAlgorithm(KlicAlgorithm):
    NAME = "quote"

    def initAlgorithm(self, configuration=None):
        polygons = QgsProcessing.SourceType.TypeVectorPolygon
        lines = QgsProcessing.SourceType.TypeVectorLine
        self.addParameter(QgsProcessingParameterFeatureSource("INPUT", tr("par.input"), [polygons, lines]))
        metres = QgsProcessingParameterNumber.Type.Double
        self.addParameter(QgsProcessingParameterNumber("BUFFER", tr("buffer"), metres, area.buffer_m(), minValue=0.0))
        self.addParameter(QgsProcessingParameterEnum("KIND", tr("kind"), [tr(kind) for kind in KINDS], defaultValue=0))
        self.addParameter(QgsProcessingParameterString("REFERENCE", tr("reference"), optional=True))
        self.addParameter(QgsProcessingParameterFeatureSink("OUTPUT", tr("par.parts"), polygons))
        self.addOutput(QgsProcessingOutputString("JOBS", tr("par.jobs")))
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("par.count")))
        self.addOutput(QgsProcessingOutputString("TOTAL", tr("par.total")))

    def work(self, parameters, context, feedback):
        source = self.parameterAsSource(parameters, "INPUT", context)
        kind = KINDS[self.parameterAsEnum(parameters, "KIND", context)]
        reference = self.parameterAsString(parameters, "REFERENCE", context)
        buffer = self.parameterAsDouble(parameters, "BUFFER", context)
        areas = area.areas_of([feature.geometry() for feature in source.getFeatures()], source.sourceCrs(), buffer)
        order = {"klic_type": kind, **({"reference": reference} if reference else {})}
        quoted = jobs.quote(areas, order, feedback=feedback)
        rd_new = QgsCoordinateReferenceSystem(area.RD_NEW)
        polygon = QgsWkbTypes.Type.Polygon
        sink, output = self.parameterAsSink(parameters, "OUTPUT", context, part_fields(), polygon, rd_new)
        for feature in layers.parts_of(quoted):
            sink.addFeature(feature, QgsFeatureSink.Flag.FastInsert)
        count, total = jobs.totals(quoted)
        feedback.pushInfo(quote_words(count, total))
        return {"OUTPUT": output, "JOBS": ",".join(job["job_id"] for job in quoted), "COUNT": count, "TOTAL": total}


class SubmitAlgorithm(KlicAlgorithm):
    NAME = "submit"

    def initAlgorithm(self, configuration=None):
        self.addParameter(QgsProcessingParameterString("JOBS", tr("par.jobs")))
        self.addParameter(QgsProcessingParameterString("TOTAL", tr("par.total")))
        self.addParameter(QgsProcessingParameterString("START_DATE", tr("par.start"), optional=True))
        self.addOutput(QgsProcessingOutputString("JOBS", tr("par.jobs")))

    def work(self, parameters, context, feedback):
        ids = [text.strip() for text in self.parameterAsString(parameters, "JOBS", context).split(",") if text.strip()]
        quoted = [jobs.known(job_id, feedback) for job_id in ids]
        given = self.parameterAsString(parameters, "TOTAL", context).strip().replace(",", ".")
        total = jobs.totals(quoted)[1]
        if given != total:
            raise DesktopError(tr("wrong_total", total=total, given=given or "-"), "WRONG_TOTAL")
        jobs.submit(quoted, self.parameterAsString(parameters, "START_DATE", context) or None, feedback)
        return {"JOBS": ",".join(ids)}


class DownloadAlgorithm(KlicAlgorithm):
    NAME = "download"

    def initAlgorithm(self, configuration=None):
        self.addParameter(QgsProcessingParameterString("JOB", tr("par.job")))
        self.addParameter(QgsProcessingParameterFileDestination("OUTPUT", tr("par.gpkg"), "GeoPackage (*.gpkg)"))
        self.addParameter(QgsProcessingParameterBoolean("LOAD", tr("par.load"), defaultValue=True))
        self.definition = None

    def work(self, parameters, context, feedback):
        job_id = self.parameterAsString(parameters, "JOB", context).strip()
        path = Path(self.parameterAsFileOutput(parameters, "OUTPUT", context))
        said = set()

        def tell(job):
            feedback.setProgress(100 * job["progress"]["delivered"] / max(job["progress"]["total"], 1))
            if job["status"] not in said:
                said.add(job["status"])
                feedback.pushInfo(state_words(job["status"]))

        if jobs.wait(job_id, feedback.isCanceled, tell, feedback) is None:
            return {}
        if jobs.download(job_id, path, feedback.isCanceled, lambda share: feedback.setProgress(100 * share)) is None:
            return {}
        if self.parameterAsBool(parameters, "LOAD", context):
            self.definition = layers.fetch_definition(job_id, path)
        return {"OUTPUT": str(path)}

    def postProcessAlgorithm(self, context, feedback):
        # In QGIS's own thread, where layers may be added.
        if self.definition and context.project():
            layers.load_definition(self.definition, context.project())
        return {}


class MergeAlgorithm(KlicAlgorithm):
    NAME = "merge"

    def initAlgorithm(self, configuration=None):
        files = QgsProcessing.SourceType.TypeFile
        self.addParameter(QgsProcessingParameterMultipleLayers("DELIVERIES", tr("par.deliveries"), files))
        self.addParameter(QgsProcessingParameterFileDestination("OUTPUT", tr("par.gpkg"), "GeoPackage (*.gpkg)"))

    def work(self, parameters, context, feedback):
        deliveries = self.parameterAsFileList(parameters, "DELIVERIES", context)
        path = self.parameterAsFileOutput(parameters, "OUTPUT", context)
        merged = jobs.merge(deliveries, path, feedback.isCanceled, feedback)
        return {"OUTPUT": str(merged)} if merged else {}


class KlicProvider(QgsProcessingProvider):
    def loadAlgorithms(self):
        for algorithm in (QuoteAlgorithm, SubmitAlgorithm, DownloadAlgorithm, MergeAlgorithm):
            self.addAlgorithm(algorithm())

    def id(self):
        return "klic"

    def name(self):
        return tr("title")

    def icon(self):
        return QIcon(ICON)
