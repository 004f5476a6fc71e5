"""Work beside QGIS's own thread, with its end told there."""

from qgis.core import QgsApplication, QgsTask

# QGIS forgets a task of Python's that nobody holds.
_running = set()


def run(description, work, done, failed):
    """
    work(task) runs beside; then, in QGIS's thread, done(result) or failed(exception).
    """

    def act(task):
        return work(task)

    def ended(exception, result=None):
        _running.discard(task)
        if exception is None:
            done(result)
        else:
            failed(exception)

    task = QgsTask.fromFunction(description, act, on_finished=ended)
    _running.add(task)
    QgsApplication.taskManager().addTask(task)
    return task
