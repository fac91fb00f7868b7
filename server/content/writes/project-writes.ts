/** The admin's writes of deadline projects, made as those of posts. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId, Planner } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { NewIds } from '../index/new-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { ProjectRecord } from '../records.ts'
import type { KeyedRequest, ProjectInput, ProjectPatch, Saved } from '../store.ts'
import { MadeOnce } from './made-once.ts'
import { type PlannedProject, planCreateProject, planSaveProject } from './project-plans.ts'

interface ProjectWriteDeps {
  writer: ContentWriter
  live: LiveContent
  now: () => number
}

export class ProjectWrites {
  readonly #deps: ProjectWriteDeps
  readonly #newIds: NewIds
  readonly #once: MadeOnce<ProjectRecord>

  constructor(deps: ProjectWriteDeps) {
    this.#deps = deps
    this.#newIds = new NewIds('project', deps.live)
    this.#once = new MadeOnce(deps.now)
  }

  /** As `PostWrites.create`. */
  create(input: ProjectInput, request: KeyedRequest | null = null): Promise<Saved<ProjectRecord>> {
    return this.#once.create(request, () => this.#create(input))
  }

  #create(input: ProjectInput): Promise<Saved<ProjectRecord>> {
    const { live, now } = this.#deps
    const idBase = idFromTitle(input.title, dayAt(now(), live.snapshot().site.time_zone))
    return this.#newIds.reserving((reserve) =>
      this.#save((tree) => planCreateProject(tree, { input, idBase }, { reserve })),
    )
  }

  /** @param more `reason` becomes the commit's body. @throws as `PostWrites.save` */
  save(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    return this.#save((tree) => planSaveProject(tree, { id, patch, ...more }, this.#deps))
  }

  async #save(plan: Planner<PlannedProject>): Promise<Saved<ProjectRecord>> {
    const { writer, live } = this.#deps
    const { commit, value } = await writer.write(plan, ({ project }) => [project.path])
    const { project, merged } = value
    // Someone may have changed it again meanwhile.
    const current = live.snapshot().projectsById.get(project.id)
    return { value: current?.revision === project.revision ? current : project, commit, merged }
  }
}
