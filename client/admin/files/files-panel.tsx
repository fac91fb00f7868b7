/** The files that no form edits, each of which opens as text. */
import type { SiteFile } from '#domain/answers/repair-answers.ts'
import { RESOURCE_PAGE_TITLES } from '#domain/site.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { ReadList, Row } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'
import { TextFile } from './text-file.tsx'

/** Name and what to know of a file, by its path. */
const FILES: Record<string, readonly [name: string, hint: string]> = {
  'about.md': [
    'About page',
    'Markdown. The areas of exploration stand at the top, between the dashes.',
  ],
  'site.yaml': [
    'Site settings',
    'Keys: brand, title, description, author (name, url), language, time_zone, footer (label, url), repository, rest_days, streak, math.',
  ],
  'tags.yaml': ['Tags', 'A list of name and color: tag-gray, tag-rose, tag-amber, tag-teal …'],
  ...Object.fromEntries(
    Object.entries(RESOURCE_PAGE_TITLES).map(([id, title]) => [
      `resources/${id}.yaml`,
      [
        title,
        'title, intro, and items, each with title, category, badge (Recommended or Free), description and url.',
      ],
    ]),
  ),
}

export function FilesPanel() {
  const read = useLiveRead<readonly SiteFile[]>('/files/site')
  return (
    <>
      <PanelHead title="Files" />
      <ReadList name="files" read={read}>
        {fileRow}
      </ReadList>
    </>
  )
}

function fileRow({ path, is_there, problems }: SiteFile) {
  const [name, hint] = FILES[path] ?? [path, '']
  const content = (close: () => void) => <TextFile path={path} hint={hint} onClose={close} />
  return (
    <Row key={path} about={name} actions={[{ label: 'Edit', content }]}>
      <p className="meta">
        <span>{path}</span>
        {!is_there && <span>not there yet</span>}
        {problems.length > 0 && <span className="status tone-orange">needs repair</span>}
      </p>
    </Row>
  )
}
