/** Stands in for the reading of areas: it ends no file named `slow`, or `text` after it said that it is one, and has no areas in others. */
const { path: file } = JSON.parse(process.argv[2] ?? '{}') as { path: string }
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

if (file.endsWith('text')) tell({ is_text: true })
if (file.endsWith('text') || file.endsWith('slow')) setInterval(() => {}, 60_000)
else tell({ result: { fault: { code: 'NO_AREAS', message: '' } } })
