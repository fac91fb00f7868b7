/**
 * Hugo's settings, from one file or from the folder `config/_default`, and what they say of its
 * content: which folders hold it, and for which language.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isYamlMap, type YamlMap } from '../../../server/content/formats/yaml/load-yaml.ts'
import { listOf, lowerKeys, mapOf, readMap, SETTINGS_ENDINGS, textOf } from './settings-files.ts'

/** A folder that Hugo reads as content, and the path before the addresses of its language. */
interface ContentMount {
  source: string
  /** `content`, or a folder below it. */
  target: string
  prefix: string
}

const FOLDER = 'config/_default'
const MAIN_FILES = ['hugo', 'config', `${FOLDER}/hugo`, `${FOLDER}/config`]

/** All settings as one map; its keys are in small letters, as Hugo takes any case. */
export function readHugoConfig(folder: string): YamlMap {
  const names = MAIN_FILES.flatMap((name) => SETTINGS_ENDINGS.map((end) => `${name}.${end}`))
  const config: YamlMap = {}
  // Of two files the earlier name wins.
  for (const name of names.reverse()) Object.assign(config, lowerKeys(readMap(folder, name)))
  for (const name of partFiles(folder)) {
    const [key = '', language] = name.toLowerCase().split('.').slice(0, -1)
    const part = readMap(folder, `${FOLDER}/${name}`)
    const more = language === undefined ? part : { [language]: part }
    config[key] = { ...mapOf(config[key]), ...more }
  }
  return config
}

/** Where a file stands below `content/` as Hugo sees it; null for a file that is no content. */
export function hugoPlaces(config: YamlMap) {
  const mounts = contentMounts(config).sort((a, b) => b.source.length - a.source.length)
  return (path: string): { path: string; prefix: string } | null => {
    const mount = mounts.find(({ source }) => source === '' || path.startsWith(`${source}/`))
    if (mount === undefined) return null
    const rest = mount.source === '' ? path : path.slice(mount.source.length + 1)
    return { path: `${mount.target}/${rest}`, prefix: mount.prefix }
  }
}

/** `permalinks.yaml`, `languages.toml` and the like, each one key of the whole. */
function partFiles(folder: string): string[] {
  const at = join(folder, FOLDER)
  if (!existsSync(at)) return []
  const isPart = (name: string) =>
    /\.(?:toml|ya?ml|json)$/i.test(name) && !/^(?:hugo|config)\./i.test(name)
  return readdirSync(at).filter(isPart).sort()
}

function contentMounts(config: YamlMap): ContentMount[] {
  const prefixOf = languagePrefix(config)
  const own = folderOf(textOf(config.contentdir)) ?? 'content'
  const languages = Object.entries(mapOf(config.languages))
  const ofLanguages = languages.flatMap(([language, settings]) => {
    const source = folderOf(textOf(lowerKeys(mapOf(settings)).contentdir))
    return source === null ? [] : [{ source, target: 'content', prefix: prefixOf(language) }]
  })
  const mounted = listOf(lowerKeys(mapOf(config.module)).mounts)
    .filter(isYamlMap)
    .flatMap((mount) => {
      const { source, target, lang } = lowerKeys(mount)
      const [from, to] = [folderOf(textOf(source)), folderOf(textOf(target))]
      const isContent = from !== null && to !== null && /^content(?:\/|$)/.test(to)
      return isContent ? [{ source: from, target: to, prefix: prefixOf(textOf(lang)) }] : []
    })
  // Mounts of content take the place of the usual one.
  const usual = mounted.length > 0 ? [] : [{ source: own, target: 'content', prefix: '' }]
  return [...usual, ...ofLanguages, ...mounted]
}

/** A language has its name before its addresses, the site's first one only where that is asked. */
function languagePrefix(config: YamlMap): (language: string | null) => string {
  const first = textOf(config.defaultcontentlanguage) ?? 'en'
  const always = textOf(config.defaultcontentlanguageinsubdir) === 'true'
  return (language) =>
    language === null || (language === first && !always) ? '' : `/${language.toLowerCase()}`
}

/** A folder inside the site, without dots and slashes at its ends; null for one outside. */
function folderOf(path: string | null): string | null {
  if (path === null) return null
  const clean = posix.normalize(path.replaceAll('\\', '/')).replace(/^\/+|\/+$/g, '')
  if (clean === '.' || clean === '') return ''
  return /^\.\.(?:\/|$)/.test(clean) ? null : clean
}
