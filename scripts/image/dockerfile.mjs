/** Reads the Dockerfile and .dockerignore, as far as ours goes; anything else is refused. */

const KNOWN = new Set(
  'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE LABEL HEALTHCHECK ENTRYPOINT CMD'.split(' '),
)

/**
 * The stages of a Dockerfile, each with its instructions in order.
 * @returns {{ name: string, steps: { instruction: string, words: string }[] }[]}
 */
export function readDockerfile(text) {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
  const stages = []
  for (const line of lines.filter((found) => found.trim() !== '')) {
    const [, instruction = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (!KNOWN.has(instruction))
      throw new Error(`The Dockerfile has a line nobody can run here: ${line}`)
    if (instruction === 'FROM') stages.push({ name: / AS (\S+)/.exec(words)?.[1] ?? '', steps: [] })
    else stages.at(-1).steps.push({ instruction, words })
  }
  return stages
}

/** `A=1 B="two words"` as an object. */
export function readPairs(words) {
  const pairs = [...words.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)]
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]))
}

/** Whether .dockerignore lets a file of the project into the build. The last line that fits counts. */
export function dockerContext(text) {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isKept ?? true
}

/** Fits the path and all below it. */
function patternOf(glob) {
  const body = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${body}(?:/|$)`)
}
