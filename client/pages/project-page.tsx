/** The page of a deadline project: how far it is, its check-ins, its record. */
import { projectPath } from '#domain/addresses.ts'
import type { ProjectAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import type { Project } from '#domain/project.ts'
import { linePosition } from '#domain/texts/amounts.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { GoalBar, GoalLine, isCounted } from '../components/figures/goal.tsx'
import { Loaded, OutLink, PageHeading, Section } from '../components/frame/parts.tsx'
import { List, postsIn } from '../components/list.tsx'
import { PostEntry, TagList } from '../components/post-card.tsx'
import {
  Countdown,
  DeadlineMoves,
  ProjectMeta,
  shortAddress,
  tagNamed,
} from '../components/project-card.tsx'
import { listAddressOf, projectPostsQuery, projectQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'
import { RecordEntries } from './record-page.tsx'

export function ProjectPage({ params, search }: PageProps) {
  const id = params.projectId ?? ''
  const path = projectQuery(id)
  const project = useQuery<ProjectAnswer>(path).answer?.data
  const known = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  if (useIsUnknown(path)) return <NotFoundPage />
  return (
    <div className="h-feed">
      <PageHeading title={project?.title ?? 'Project'} className="p-name">
        {project && (
          <>
            <ProjectMeta project={project} showsFirst />
            <TagList tags={project.tags.map((name) => tagNamed(name, known))} list="/projects" />
          </>
        )}
      </PageHeading>
      <Loaded<ProjectAnswer> path={path} failed="Failed to load this project">
        {(answer) => <ProjectParts answer={answer} search={search} />}
      </Loaded>
    </div>
  )
}

function ProjectParts({ answer, search }: { answer: ProjectAnswer; search: URLSearchParams }) {
  const { data: project, meta } = answer
  const { today, CheckIn } = useApp()
  const { id, title } = project
  const position = isCounted(project) ? linePosition(project) : null
  const record = meta?.record ?? []
  return (
    <div className="project stack">
      <section className={position ? 'box project-now stack' : 'project-now stack'}>
        <div className="row row-apart">
          <Countdown project={project} day={today} />
          {/* For the admin alone: the panel's script has it. */}
          {CheckIn && <CheckIn project={id} />}
        </div>
        <GoalBar project={project} />
        {position && (
          <p className={`goal-position ${position.isBehind ? 'warning' : 'accent'}`}>
            {position.text}
          </p>
        )}
        {isCounted(project) && meta?.line && (
          <GoalLine project={project} line={meta.line} today={today} />
        )}
      </section>
      <About project={project} />
      <div className="project-main stack">
        <CheckIns id={id} search={search} />
        {record.length > 0 && (
          <Section name="record" title="Record">
            <RecordEntries entries={record} heading="h3" ownTitle={title} />
          </Section>
        )}
      </div>
      <a className="u-url" href={projectPath(id)} hidden>
        {title}
      </a>
    </div>
  )
}

/** What is at stake, the description, the link and the moves. */
function About({ project }: { project: Project }) {
  const { stake, description, link, moves } = project
  const paragraphs = description?.split(/\n\s*\n/) ?? []
  const facts = [...paragraphs, ...moves, stake ?? '', link]
  if (facts.every((fact) => fact === '')) return null
  return (
    <Section name="about" title="About" className="project-about stack">
      {paragraphs.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {stake !== null && (
        <p className="project-stake stack tight">
          <span className="muted">At stake</span>
          <strong dir="auto">{stake}</strong>
        </p>
      )}
      {link !== '' && (
        <p className="project-link">
          <OutLink href={link} dir="auto">
            {shortAddress(link)}
          </OutLink>
        </p>
      )}
      <DeadlineMoves project={project} />
    </Section>
  )
}

function CheckIns({ id, search }: { id: string; search: URLSearchParams }) {
  return (
    <Section name="check-ins" title="Check-ins" className="project-check-ins">
      <List
        path={projectPath(id)}
        address={{ tags: [], after: listAddressOf(search).after }}
        queryPaths={({ after }) => [projectPostsQuery(id, after)]}
        loading="Loading check-ins..."
        failed="Failed to load the check-ins"
        older="Earlier check-ins."
        empty={<p className="muted">No check-ins yet.</p>}
      >
        {postsIn('timeline', (post) => (
          <PostEntry post={post} heading="h3" isCheckIn />
        ))}
      </List>
    </Section>
  )
}
