/** Stands in for the conversion: it starts, and dies of its task. */
process.stdout.write('{"started":true}\n')
process.exitCode = 1
