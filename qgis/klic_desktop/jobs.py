"""What is done with jobs: quote, submit, follow, download, merge. Blocking, as desktop.py is."""

import hashlib
import json
import re
import time
from decimal import Decimal
from pathlib import Path

from . import desktop, keys
from .area import RD_NEW
from .desktop import DesktopError
from .words import state_words, tr

READY = ("ready", "ready_incomplete")
ENDED = ("rejected", "failed")
POLL_SECONDS = 2
CHUNK_BYTES = 16 * 1024 * 1024
# No folder can stand in it.
FILE_NAME = re.compile(r'filename="?([\w-][\w.-]*\.gpkg)"?$')


def quote(areas, order, intent=None, feedback=None):
    """
    A quote for each area: nothing is filed.
    @param order what is asked for beside the area, as the server takes it
    @param intent names what somebody is about to do: the same, asked again within it, is the same job
    @returns jobs as the server has them
    """
    jobs = []
    for number, area in enumerate(areas, 1):
        body = {**order, "crs": RD_NEW, "geometry": json.loads(area.asJson(3))}
        if len(areas) > 1 and "reference" in order:
            body["reference"] = f"{order['reference']} {number}"
        if intent:
            content = hashlib.sha256(json.dumps(body, sort_keys=True).encode("utf-8")).hexdigest()
            body["client_ref"] = f"qgis-{intent}-{content[:16]}"
        jobs.append(desktop.call("POST", "/api/v1/jobs", body, feedback))
    return jobs


def totals(jobs):
    """@returns number of notifications and their price in euros, as text"""
    count = sum(job["quote"]["notifications"] for job in jobs)
    amount = sum((Decimal(job["quote"]["total"]["amount"]) for job in jobs), Decimal(0))
    return count, f"{amount:.2f}"


def submit(jobs, start_date=None, feedback=None):
    """Files what was quoted: this costs money. The server counts a repeat as the same."""
    body = {"start_date": start_date} if start_date else {}
    return [desktop.call("POST", f"/api/v1/jobs/{job['job_id']}/submit", body, feedback) for job in jobs]


def listed(feedback=None):
    return desktop.call("GET", "/api/v1/jobs?page_size=50", feedback=feedback)["data"]


def known(job_id, feedback=None):
    return desktop.call("GET", f"/api/v1/jobs/{job_id}", feedback=feedback)


def found(job_id, feedback=None):
    """@returns None where the job is not there any more: the project may be of another computer"""
    try:
        return known(job_id, feedback)
    except DesktopError as error:
        if error.code == "NOT_FOUND":
            return None
        raise


def wait(job_id, is_canceled=lambda: False, tell=lambda job: None, feedback=None):
    """Until the result is there. Raises DesktopError when there will be none; None when it was canceled."""
    while not is_canceled():
        job = known(job_id, feedback)
        tell(job)
        if job["status"] in READY:
            return job
        if job["status"] in ENDED or job["status"] == "quoted":
            raise DesktopError(
                tr("job_ended", state=state_words(job["status"]), message=job["next_action_message"]), "JOB_ENDED"
            )
        pause(is_canceled)
    return None


def pause(is_canceled):
    end = time.monotonic() + POLL_SECONDS
    while time.monotonic() < end and not is_canceled():
        time.sleep(0.1)


def download(job_id, path, is_canceled=lambda: False, progress=lambda share: None):
    """The merged GeoPackage, piece by piece, whole or not at all. @returns the path; None when it was canceled"""
    return fetch(f"/api/v1/jobs/{job_id}/export?format=gpkg", Path(path), is_canceled, progress)


def download_into(folder, job_id, is_canceled, progress):
    """The same under the name that the project inside looks for. @returns as download"""
    return fetch(f"/api/v1/jobs/{job_id}/export?format=gpkg", folder / "KLIC.gpkg", is_canceled, progress, True)


def fetch(address, path, is_canceled, progress, takes_name=False):
    """@param takes_name the file is called as the server calls it, in the folder of the path"""
    partial = path.with_name(path.name + ".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    digest, have, total, tag = hashlib.sha256(), 0, None, None
    key = keys.key_of(keys.CALLS)
    try:
        with partial.open("wb") as file:
            while total is None or have < total:
                if is_canceled():
                    return None
                # Identity: a piece of a packed file is no piece of the file.
                headers = {"Range": f"bytes={have}-{have + CHUNK_BYTES - 1}", "Accept-Encoding": "identity"}
                if tag:
                    headers["If-Match"] = tag
                answer = desktop.ask("GET", address, headers=headers, key=key)
                if answer.status == 202:
                    pause(is_canceled)
                    continue
                if answer.status == 412:
                    raise DesktopError(tr("changed"), "CHANGED")
                desktop.checked(answer)
                file.write(answer.content)
                digest.update(answer.content)
                have += len(answer.content)
                tag = answer.headers.get("etag")
                total = have if answer.status == 200 else int(answer.headers["content-range"].split("/")[1])
                progress(have / total if total else 1)
        if answer.headers.get("x-service-sha256", digest.hexdigest()) != digest.hexdigest():
            raise DesktopError(tr("damaged"), "DAMAGED")
        name = FILE_NAME.search(answer.headers.get("content-disposition", "")) if takes_name else None
        whole = path.with_name(name.group(1)) if name else path
        partial.replace(whole)
        return whole
    finally:
        if partial.exists():
            partial.unlink()


def merge(deliveries, path, is_canceled=lambda: False, feedback=None):
    """Merges delivery ZIPs on this computer into one GeoPackage. @returns the path; None when it was canceled"""
    paths = [str(Path(each).absolute()) for each in deliveries]
    body = {"deliveries": paths}
    # The project inside finds its layers by the name of its file.
    if Path(path).suffix == ".gpkg":
        body["file_name"] = Path(path).name
    made = desktop.call("POST", "/local/merges", body, feedback)
    while made["status"] == "working":
        if is_canceled():
            return None
        pause(is_canceled)
        made = desktop.call("GET", f"/local/merges/{made['merge_id']}", feedback=feedback)
    if made["status"] == "failed":
        raise DesktopError(made["message"], "MERGE_FAILED")
    return fetch(f"/local/merges/{made['merge_id']}/file", Path(path), is_canceled, lambda share: None)
