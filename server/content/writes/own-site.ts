/** The panel's offer to make a starter site one's own: what it says now, and the one commit. */
import type { OwnerWords } from '#domain/site.ts'
import type { WorkTree, WritePlan } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import type { ContentFiles } from '../files/content-files.ts'
import { isProblem } from '../files/content-paths.ts'
import { isStarterFile, STARTER_FILES } from '../files/starter-files.ts'
import type { LiveContent } from '../live-content.ts'
import type { OwnSite, Saved } from '../store.ts'
import { ownerChanges, ownerPaths, ownerWordsOf } from './owner-words.ts'

interface OwnSiteDeps {
  files: ContentFiles
  writer: ContentWriter
  live: LiveContent
  isInProgram: boolean
}

export class OwnSites {
  readonly #deps: OwnSiteDeps

  constructor(deps: OwnSiteDeps) {
    this.#deps = deps
  }

  read(): OwnSite {
    const { live, isInProgram } = this.#deps
    const words = ownerWordsOf(live.snapshot().site)
    return { words, isStarter: this.#isStarter(), isInProgram }
  }

  async write(words: OwnerWords, clears: boolean): Promise<Saved<OwnSite>> {
    const { writer, live } = this.#deps
    const { site } = live.snapshot()
    const { commit } = await writer.write(
      (tree) => planOwnSite(tree, { words, clears, site }),
      (paths) => paths,
    )
    return { value: this.read(), commit, merged: false }
  }

  /** Whether the site's words are the starter's, and so is each post. */
  #isStarter(): boolean {
    const { files, live } = this.#deps
    if (!live.snapshot().allPosts.every(({ path }) => path in STARTER_FILES)) return false
    const found = files.read('site.yaml')
    if (found === null || isProblem(found)) return false
    return isStarterFile('site.yaml', Buffer.from(found.bytes).toString())
  }
}

async function planOwnSite(
  tree: WorkTree,
  answers: Parameters<typeof ownerChanges>[1],
): Promise<WritePlan<string[]>> {
  const texts = new Map<string, string>()
  for (const path of ownerPaths()) {
    const file = await tree.read(path)
    if (file !== null) texts.set(path, file.bytes.toString())
  }
  const changes = ownerChanges(texts, answers)
  return {
    changes: changes.map(({ path, text }) => ({
      path,
      bytes: text === null ? null : Buffer.from(text),
    })),
    subject: 'Set up the site',
    value: changes.map(({ path }) => path),
  }
}
