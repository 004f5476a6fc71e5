/**
 * The whole way over the API in four languages, to be copied: quote, submit, wait, download. docs/api.md and the OpenAPI
 * document show the same texts; a test compares them and runs those for which this machine has an interpreter. Each takes
 * KLIC_URL and KLIC_KEY (a key that may write) from the environment and leaves klic.gpkg in the folder in which it runs.
 */

const curl = `\
set -eu
api="$KLIC_URL/api/v1"
call() { curl -sS --fail-with-body -H "X-API-Key: $KLIC_KEY" -H 'Content-Type: application/json' "$@"; }
field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }

# At every end, the last answer says why.
answer=
trap '[ $? = 0 ] || printf "%s\\n" "$answer" >&2' EXIT

# Quote: the same client_ref always denotes the same job, so sending this again is safe.
answer=$(call "$api/jobs" -d '{
  "klic_type": "ORIENT", "client_ref": "curl-1", "reference": "Bermsloot",
  "geometry": {"type": "Polygon", "coordinates": [[[154800,387900],[155100,387900],[155100,388150],[154800,387900]]]}
}')
job=$(printf '%s' "$answer" | field job_id)

# Submit: this costs money.
answer=$(call -X POST "$api/jobs/$job/submit")

# Wait.
while :; do
  answer=$(call "$api/jobs/$job")
  status=$(printf '%s' "$answer" | field status)
  case $status in
    ready | ready_incomplete) break ;;
    rejected | failed) echo "the job is $status" >&2; exit 1 ;;
  esac
  sleep 2
done

# Download: 202 until the base map of the deliveries is in the file as well, some seconds.
while :; do
  code=$(call -o klic.gpkg -w '%{http_code}' "$api/jobs/$job/export?format=gpkg")
  [ "$code" = 202 ] || break
  sleep 2
done
echo "$job $status"
`

const powershell = `\
$ErrorActionPreference = 'Stop'
$api = "$env:KLIC_URL/api/v1"
$headers = @{ 'X-API-Key' = $env:KLIC_KEY }

# Quote: the same client_ref always denotes the same job, so sending this again is safe.
$body = @{
  klic_type = 'ORIENT'; client_ref = 'powershell-1'; reference = 'Bermsloot'
  geometry = @{ type = 'Polygon'; coordinates = @(,@(@(154800,387900), @(155100,387900), @(155100,388150), @(154800,387900))) }
} | ConvertTo-Json -Depth 9
$job = Invoke-RestMethod "$api/jobs" -Method Post -Headers $headers -ContentType 'application/json' -Body $body

# Submit: this costs money.
$job = Invoke-RestMethod "$api/jobs/$($job.job_id)/submit" -Method Post -Headers $headers

# Wait.
while ($job.next_action -eq 'wait') {
  Start-Sleep -Seconds 2
  $job = Invoke-RestMethod "$api/jobs/$($job.job_id)" -Headers $headers
}
if ($job.status -notin 'ready', 'ready_incomplete') { throw $job.next_action_message }

# Download: 202 until the base map of the deliveries is in the file as well, some seconds.
while ((Invoke-WebRequest "$api/jobs/$($job.job_id)/export?format=gpkg" -Headers $headers -OutFile klic.gpkg -PassThru).StatusCode -eq 202) {
  Start-Sleep -Seconds 2
}
"$($job.job_id) $($job.status)"
`

const python = `\
import json, os, shutil, time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

API = os.environ["KLIC_URL"] + "/api/v1"
HEADERS = {"X-API-Key": os.environ["KLIC_KEY"], "Content-Type": "application/json"}


def call(path, body=None, method="GET"):
    data = None if body is None else json.dumps(body).encode()
    try:
        return urlopen(Request(API + path, data, HEADERS, method=method))
    except HTTPError as refused:
        raise SystemExit(refused.read().decode())
    except URLError as failed:
        raise SystemExit(f"{API}: {failed.reason}")


# Quote: the same client_ref always denotes the same job, so sending this again is safe.
area = [[[154800, 387900], [155100, 387900], [155100, 388150], [154800, 387900]]]
asked = {
    "klic_type": "ORIENT", "client_ref": "python-1", "reference": "Bermsloot",
    "geometry": {"type": "Polygon", "coordinates": area},
}
job = json.load(call("/jobs", asked, "POST"))

# Submit: this costs money.
job = json.load(call(f"/jobs/{job['job_id']}/submit", method="POST"))

# Wait.
while job["next_action"] == "wait":
    time.sleep(2)
    job = json.load(call(f"/jobs/{job['job_id']}"))
if job["status"] not in ("ready", "ready_incomplete"):
    raise SystemExit(job["next_action_message"])

# Download: 202 until the base map of the deliveries is in the file as well, some seconds.
while (answer := call(f"/jobs/{job['job_id']}/export?format=gpkg")).status == 202:
    time.sleep(2)
with answer, open("klic.gpkg", "wb") as file:
    shutil.copyfileobj(answer, file)
print(job["job_id"], job["status"])
`

const typescript = `\
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const api = \`\${process.env.KLIC_URL}/api/v1\`
const headers = { 'X-API-Key': process.env.KLIC_KEY!, 'Content-Type': 'application/json' }

async function call(path: string, method = 'GET', body?: object): Promise<Response> {
  const answer = await fetch(api + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}
type Job = { job_id: string; status: string; next_action: string; next_action_message: string }
const asJob = async (answer: Promise<Response>) => (await (await answer).json()) as Job

// Quote: the same client_ref always denotes the same job, so sending this again is safe.
const coordinates = [[[154800, 387900], [155100, 387900], [155100, 388150], [154800, 387900]]]
const asked = { klic_type: 'ORIENT', client_ref: 'typescript-1', reference: 'Bermsloot', geometry: { type: 'Polygon', coordinates } }
let job = await asJob(call('/jobs', 'POST', asked))

// Submit: this costs money.
job = await asJob(call(\`/jobs/\${job.job_id}/submit\`, 'POST'))

// Wait.
while (job.next_action === 'wait') {
  await pause(2000)
  job = await asJob(call(\`/jobs/\${job.job_id}\`))
}
if (!job.status.startsWith('ready')) throw new Error(job.next_action_message)

// Download: 202 until the base map of the deliveries is in the file as well, some seconds.
const download = () => call(\`/jobs/\${job.job_id}/export?format=gpkg\`)
let file = await download()
while (file.status === 202) {
  await pause(2000)
  file = await download()
}
await writeFile('klic.gpkg', file.body as unknown as AsyncIterable<Uint8Array>)
console.log(job.job_id, job.status)
`

export interface ReadyCall {
  readonly title: string
  /** As a fenced block in Markdown names it. */
  readonly language: string
  readonly text: string
}

export const READY_CALLS: readonly ReadyCall[] = [
  { title: 'curl', language: 'sh', text: curl },
  { title: 'PowerShell', language: 'powershell', text: powershell },
  { title: 'Python, standard library', language: 'python', text: python },
  { title: 'TypeScript, Node 22 or newer', language: 'typescript', text: typescript },
]
