/** The files that the site has once and that no form edits, each of which opens as text. */
import { useState } from 'react'
import type { SiteFile } from '#domain/answers/repair-answers.ts'
import { OpenedList } from '../frame/opened-list.tsx'
import { FileEditor } from './file-editor.tsx'

/** Name and what to know of a file, by its path. */
const FILES: Record<string, [name: string, hint: string]> = {
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
const PAGE_HINT =
  'title, intro, and items, each with title, category, badge (Recommended or Free), description and url.'

export function SiteFiles() {
  return (
    <OpenedList<SiteFile>
      title="About page, settings and other files"
      name="files"
      path="/files/site"
    >
      {(files, reload) => <FileList files={files} onSaved={reload} />}
    </OpenedList>
  )
}

function FileList({ files, onSaved }: { files: readonly SiteFile[]; onSaved: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <ul className="admin-rows">
      {files.map((file) => (
        <FileRow
          key={file.path}
          file={file}
          isOpen={chosen === file.path}
          onOpen={() => setChosen(chosen === file.path ? null : file.path)}
          onSaved={onSaved}
        />
      ))}
    </ul>
  )
}

interface FileRowProps {
  file: SiteFile
  isOpen: boolean
  onOpen: () => void
  onSaved: () => void
}

function FileRow({ file: { path, is_there, problems }, isOpen, onOpen, onSaved }: FileRowProps) {
  const [name, hint] = FILES[path] ?? [path, '']
  return (
    <li className="admin-row file-row">
      <div className="admin-row-words">
        <p className="admin-row-title" dir="auto">
          {name}
        </p>
        <p className="meta meta-dots">
          <span>{path}</span>
          {!is_there && <span>not there yet</span>}
          {problems.length > 0 && <span className="status tone-orange">needs repair</span>}
        </p>
      </div>
      <div className="admin-row-buttons">
        <button
          type="button"
          className="button button-small"
          aria-label={`Edit: ${name}`}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          Edit
        </button>
      </div>
      {isOpen && (
        <FileEditor path={path} hint={hint || PAGE_HINT} onClose={onOpen} onSaved={onSaved} />
      )}
    </li>
  )
}
