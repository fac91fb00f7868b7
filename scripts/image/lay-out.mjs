/**
 * Runs the Dockerfile's own steps on plain folders, a folder for each stage: what would be
 * `/app/dist` in the image is `FOLDER/app/dist`. What changes the machine (packages of the system,
 * its git configuration) is left out, and named.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dockerContext, readDockerfile, readPairs } from './dockerfile.mjs'

/** Of the image: its folder, and what its last stage says of running it. */
const freshStage = (root) => ({ root, workdir: '/', env: {}, user: 'root', volumes: [], said: {} })

/**
 * @param {{ project: string, into: string, isQuick: boolean, print: (line: string) => void }} options
 *   `isQuick`: the project's own dist and node_modules stand for the stage that builds
 */
export function layOut({ project, into, isQuick, print }) {
  const stages = readDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'))
  const built = new Map()
  let last = freshStage(into)
  for (const [index, { name, steps }] of stages.entries()) {
    last = freshStage(join(into, name || 'image'))
    const isLast = index === stages.length - 1
    mkdirSync(last.root, { recursive: true })
    if (isQuick && !isLast) layOutBuilt(last, { project, steps, print })
    else for (const step of steps) runStep(last, step, { project, built, isLast, print })
    built.set(name, last.root)
  }
  return last
}

function runStep(stage, { instruction, words }, { project, built, isLast, print }) {
  const place = (path) => join(stage.root, path.startsWith('/') ? path : join(stage.workdir, path))
  if (instruction === 'WORKDIR') {
    stage.workdir = words
    mkdirSync(place('.'), { recursive: true })
  } else if (instruction === 'COPY') copy({ words, place, project, built })
  else if (instruction === 'RUN') {
    if (isLast) print(`left out, since it changes the machine: RUN ${words.replace(/\s+/g, ' ')}`)
    else {
      print(`RUN ${words}`)
      execFileSync('sh', ['-ec', words], {
        cwd: place('.'),
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }
  } else if (instruction === 'ENV') Object.assign(stage.env, readPairs(words))
  else if (instruction === 'USER') stage.user = words
  else if (instruction === 'VOLUME') stage.volumes.push(words)
  else stage.said[instruction] = words
}

function copy({ words, place, project, built }) {
  const from = /^--from=(\S+)\s+/.exec(words)
  const names = words.slice(from?.[0].length ?? 0).split(/\s+/)
  const to = names.pop()
  for (const name of names) {
    const isInto = names.length > 1 || to.endsWith('/')
    const target = join(place(to), isInto ? basename(name) : '')
    if (from) cpSync(join(built.get(from[1]), name), target, { recursive: true })
    else copyFromProject({ project, name, target })
  }
}

/** What git knows of, as far as .dockerignore lets it in. */
function copyFromProject({ project, name, target }) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', name]
  const listed = execFileSync('git', args, { cwd: project, encoding: 'utf8' }).split('\0')
  const isSent = dockerContext(readFileSync(join(project, '.dockerignore'), 'utf8'))
  const paths = listed.filter(
    (path) => path !== '' && isSent(path) && existsSync(join(project, path)),
  )
  if (paths.length === 0) throw new Error(`COPY ${name}: .dockerignore leaves nothing of it`)
  const isFile = statSync(join(project, name)).isFile()
  for (const path of paths) {
    cpSync(join(project, path), isFile ? target : join(target, path.slice(name.length)))
  }
}

function layOutBuilt(stage, { project, steps, print }) {
  const workdir = steps.find(({ instruction }) => instruction === 'WORKDIR')?.words ?? '/'
  const place = join(stage.root, workdir)
  cpSync(join(project, 'dist'), join(place, 'dist'), { recursive: true })
  const native = steps.find(({ words }) => words.includes('native-packages.mjs'))
  const [command, to] =
    /node (\S+native-packages\.mjs) (\S+)/.exec(native?.words ?? '')?.slice(1) ?? []
  execFileSync(process.execPath, [join(project, command), join(place, to)], { stdio: 'ignore' })
  print('The build is that of the project, as it stands (--quick).')
}
