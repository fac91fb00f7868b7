/** The problems in content files; each file opens as text to be repaired. */
import { useState } from 'react'
import type { FileProblem } from '#domain/answers/repair-answers.ts'
import { refreshStatus } from '../frame/status.ts'
import { FileEditor } from './file-editor.tsx'

/** What can be shown as text; a folder, or a name that is not read, cannot. */
const IS_TEXT = /\.(?:md|yaml)$/

export function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const [open, setOpen] = useState<FileProblem | null>(null)
  // A file that is open stays, also when its last problem has gone.
  const listed = open && !problems.some(({ file }) => file === open.file)
  const files = groupByFile(listed ? [...problems, open] : problems)
  return (
    <ul className="admin-rows">
      {files.map(([file, own]) => {
        const isOpen = open?.file === file
        const [first] = own
        return (
          <li key={file} className="problem">
            <div className="problem-words">
              <code className="problem-place">{file}</code>
              {isOpen ||
                own.map(({ line, reason }) => (
                  <p key={`${line} ${reason}`}>
                    {line !== null && <span className="problem-line">Line {line}</span>} {reason}
                  </p>
                ))}
            </div>
            {IS_TEXT.test(file) && first && (
              <button
                type="button"
                className="button button-small"
                aria-label={`Repair: ${file}`}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? null : first)}
              >
                Repair
              </button>
            )}
            {isOpen && (
              <FileEditor
                path={file}
                line={open.line}
                onClose={() => setOpen(null)}
                onSaved={() => void refreshStatus()}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function groupByFile(problems: readonly FileProblem[]): [string, FileProblem[]][] {
  const files = new Map<string, FileProblem[]>()
  for (const problem of problems) {
    files.set(problem.file, [...(files.get(problem.file) ?? []), problem])
  }
  return [...files]
}
