/** Stands in for the conversion: it takes its task, and never says anything of it. */
setInterval(() => {}, 60_000)
