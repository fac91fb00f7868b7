/** The files that no form edits, each of which opens as text. */
import { useState } from 'react'
import type { SiteFile } from '#domain/answers/repair-answers.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { ReadList, RowButton } from '../frame/parts.tsx'
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
  'resources/reading-list.yaml': ['Reading list', ''],
  'resources/learning-ai.yaml': ['Learning AI', ''],
  'resources/learning-data.yaml': ['Learning data', ''],
  'resources/learning-drawing.yaml': ['Learning drawing', ''],
  'resources/learning-coding.yaml': ['Learning coding', ''],
}
const RESOURCE_HINT =
  'title, intro, and items, each with title, category, badge (Recommended or Free), description and url.'

export function FilesPanel() {
  const read = useLiveRead<readonly SiteFile[]>('/files/site')
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <PanelHead title="Files" />
      <ReadList name="files" read={read}>
        {(files) => (
          <ul className="admin-rows">
            {files.map(({ path, is_there, problems }) => {
              const [name, hint] = FILES[path] ?? [path, '']
              const isOpen = open === path
              return (
                <li key={path} className="admin-row">
                  <div className="admin-row-words">
                    <p className="admin-row-title" dir="auto">
                      {name}
                    </p>
                    <p className="meta meta-dots">
                      <span>{path}</span>
                      {!is_there && <span>not there yet</span>}
                      {problems.length > 0 && (
                        <span className="status tone-orange">needs repair</span>
                      )}
                    </p>
                  </div>
                  <RowButton
                    label="Edit"
                    about={name}
                    expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : path)}
                  />
                  {isOpen && (
                    <TextFile
                      path={path}
                      hint={hint || RESOURCE_HINT}
                      onClose={() => setOpen(null)}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </ReadList>
    </>
  )
}
