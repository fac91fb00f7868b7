/** What the OpenAPI document says of the repairing calls. */
import * as z from 'zod'
import * as form from '../repair-forms.ts'
import type { CallDoc } from './call-docs.ts'
import * as wire from './wire-forms.ts'

const params = z.object({ id: z.string() })
const commit = z.object({ commit: z.string().meta({ description: '40 hex digits' }) })

/** By a name of the call. */
export const REPAIR_DOCS = {
  fileText: {
    tag: 'Repair',
    summary: 'A content file as text',
    query: z.object({ path: z.string().meta({ example: 'about.md' }) }),
    data: form.contentTextForm,
  },
  saveFile: {
    tag: 'Repair',
    summary: 'Save a content file as text; refused when it could not be read afterwards',
    body: form.saveFileForm,
    data: form.contentTextForm,
    meta: wire.savedMetaForm,
    conflict: wire.failureForm.extend({
      current: form.contentTextForm.nullable(),
      base: z.string().nullable(),
    }),
  },
  siteFiles: {
    tag: 'Repair',
    summary: 'The files of the site itself: about page, settings, tags, resource pages',
    data: z.array(form.siteFileForm),
  },
  conflicts: {
    tag: 'Repair',
    summary: 'What merges with the remote have left to decide',
    data: z.array(form.fileConflictForm),
  },
  conflict: {
    tag: 'Repair',
    summary: 'Both texts of a conflict',
    params,
    data: form.conflictVersionsForm,
  },
  resolveConflict: {
    tag: 'Repair',
    summary: 'End a conflict in one commit: the text of the site stays, or becomes this one',
    params,
    body: form.resolveForm,
    data: form.fileConflictForm,
    meta: wire.savedMetaForm,
  },
  lostChange: {
    tag: 'Repair',
    summary: 'A displaced change, and what a restore would make of its files',
    params: commit,
    data: form.lostChangeForm,
  },
  discardLost: {
    tag: 'Repair',
    summary: 'Take a displaced change off the list, or list it again; git keeps it',
    params: commit,
    body: form.discardForm,
    data: form.displacedForm,
  },
  restoreLost: {
    tag: 'Repair',
    summary: 'Bring a displaced change back as a new commit',
    params: commit,
    body: form.restoreForm,
    data: form.displacedForm,
    meta: wire.savedMetaForm,
    conflict: wire.failureForm.extend({ files: z.array(form.lostTextForm) }),
  },
  createReview: {
    tag: 'Repair',
    summary: 'Draft the review of a week; 200 with the one that is there already',
    body: form.reviewForm,
    statusCode: 201,
    data: wire.postForm,
    meta: wire.savedMetaForm.extend({ existing: z.boolean().optional() }),
  },
} as const satisfies Record<string, CallDoc>
