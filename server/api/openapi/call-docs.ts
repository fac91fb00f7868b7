/** What the OpenAPI document says of each call; nothing is checked or serialised by it. */
import * as z from 'zod'
import { IMAGE_TYPES } from '#domain/image.ts'
import { POST_TYPES } from '#domain/post.ts'
import { POST_STATES } from '#domain/post-state.ts'
import { featuredForm, postInputForm, postPatchForm, previewForm } from '../post-input.ts'
import { projectInputForm, projectPatchForm } from '../project-input.ts'
import { REPAIR_DOCS } from './repair-docs.ts'
import * as wire from './wire-forms.ts'

export interface CallDoc {
  summary: string
  tag: 'Posts' | 'Projects' | 'History' | 'Repair' | 'Site' | 'Login' | 'Health'
  query?: z.ZodType
  params?: z.ZodType
  body?: z.ZodType
  /** Types of the body where it is not JSON. */
  consumes?: readonly string[]
  data?: z.ZodType
  meta?: z.ZodType
  statusCode?: 200 | 201 | 202
  /** The call may answer 409 with both versions. */
  conflicts?: true
  /** What else a 409 has. */
  conflict?: z.ZodType
}

const text = z.string()
const postId = z.object({ id: text })
const limit = z.string().optional().meta({ description: '1 to 100' })
const listQuery = z.object({
  limit,
  cursor: text.optional().meta({ description: '`meta.next_cursor` of the list before' }),
  tag: z
    .union([text, z.array(text)])
    .optional()
    .meta({ description: 'Any of these names' }),
  view: z.enum(['summary', 'full']).optional(),
})
const posts = {
  tag: 'Posts',
  query: listQuery,
  data: z.array(wire.postForm),
  meta: wire.postListMetaForm,
} as const
const saved = { data: wire.postForm, meta: wire.savedMetaForm } as const
const savedProject = { tag: 'Projects', data: wire.projectForm, meta: wire.savedMetaForm } as const
const commit = z.object({ commit: text.meta({ description: '40 hex digits' }) })

/** By a name of the call. */
export const CALL_DOCS = {
  login: {
    tag: 'Login',
    summary: 'A token for the password',
    body: z.object({ password: text }),
    data: wire.sessionForm,
  },
  logout: { tag: 'Login', summary: 'Refuse this token from now on', data: z.null() },

  posts: { ...posts, summary: 'Published posts of every type, newest first' },
  postsOfType: {
    ...posts,
    summary: 'Published posts of one type, newest first',
    params: z.object({ type: z.enum(POST_TYPES) }),
  },
  featured: { ...posts, summary: 'Featured published posts, newest first' },
  adminPosts: {
    ...posts,
    summary: 'Every post, drafts and scheduled ones included',
    query: listQuery.extend({
      id: text.optional().meta({ description: 'One post' }),
      q: text.optional().meta({ description: 'Words of the title, the tags or the id' }),
      type: z.enum(POST_TYPES).optional(),
      state: z.enum(POST_STATES).optional(),
    }),
  },
  tags: { tag: 'Posts', summary: 'Every tag, with its count', data: z.array(wire.countedTagForm) },
  streak: { tag: 'Posts', summary: 'The posting streak', data: wire.streakForm },
  heatmap: {
    tag: 'Posts',
    summary: 'How many essays and shorts each day has',
    query: z.object({ from: text.optional(), to: text.optional() }),
    data: z.array(wire.heatmapDayForm),
  },
  post: {
    tag: 'Posts',
    summary: 'One published post',
    params: postId,
    data: wire.postForm,
    meta: wire.postMetaForm,
  },
  postChanges: {
    tag: 'Posts',
    summary: 'How the text of a published post changed after that, newest change first',
    params: postId,
    data: wire.postChangesForm,
  },
  createPost: {
    tag: 'Posts',
    summary: 'Publish a post or keep a draft',
    body: postInputForm,
    statusCode: 201,
    ...saved,
  },
  updatePost: {
    tag: 'Posts',
    summary: 'Change a post; what is not named stays',
    params: postId,
    body: postPatchForm,
    conflicts: true,
    ...saved,
  },
  featurePost: {
    tag: 'Posts',
    summary: 'Feature a post or not',
    params: postId,
    body: featuredForm,
    ...saved,
  },
  deletePost: {
    tag: 'Posts',
    summary: 'Delete a post',
    params: postId,
    data: postId,
    meta: wire.savedMetaForm,
  },
  resetTags: {
    tag: 'Posts',
    summary: 'Make the listed tags the default ones',
    data: z.object({ count: z.int() }),
    meta: wire.savedMetaForm,
  },
  preview: {
    tag: 'Posts',
    summary: 'Markdown as the site shows it',
    body: previewForm,
    data: z.object({ html: text }),
    meta: z.object({
      waiting: z
        .array(text)
        .optional()
        .meta({ description: 'Images of the text that no saved post has yet' }),
    }),
  },
  waitingImage: {
    tag: 'Posts',
    summary: 'An image that no saved post has yet',
    params: z.object({ year: text, name: text }),
    data: z.object({ url: text.meta({ description: 'The image itself, as a data: address' }) }),
  },
  addImage: {
    tag: 'Posts',
    summary: 'Make an image ready for posts; the first saved post that names it takes it along',
    query: z.object({
      name: text.optional().meta({ description: "The file's name, for the address" }),
    }),
    body: text.meta({ format: 'binary' }),
    consumes: IMAGE_TYPES,
    data: wire.addedImageForm,
    statusCode: 201,
  },
  deletedPosts: {
    tag: 'History',
    summary: 'Deleted posts, each with the commit that deleted it',
    data: z.array(wire.deletedPostForm),
  },

  history: {
    tag: 'History',
    summary: 'Commits of the content, of a post or of a project, newest first',
    query: z.object({
      post: text.optional(),
      project: text.optional(),
      limit: text.optional(),
      cursor: text.optional(),
    }),
    data: z.array(wire.historyEntryForm),
    meta: z.object({ next_cursor: z.string().nullable() }),
  },
  postAt: {
    tag: 'History',
    summary: 'A post as a commit had it',
    params: commit,
    query: z.object({ post: text }),
    data: wire.postForm,
  },
  revert: {
    tag: 'History',
    summary: 'Undo a commit as a new one',
    params: commit,
    data: wire.historyEntryForm,
    meta: wire.savedMetaForm,
  },

  projects: {
    tag: 'Projects',
    summary: 'Deadline projects by due date',
    data: z.array(wire.projectForm),
  },
  createProject: {
    ...savedProject,
    summary: 'Add a deadline project',
    body: projectInputForm,
    statusCode: 201,
  },
  updateProject: {
    ...savedProject,
    summary: 'Change a deadline project; what is not named stays',
    params: postId,
    body: projectPatchForm,
    conflicts: true,
  },

  ...REPAIR_DOCS,

  search: {
    tag: 'Site',
    summary: 'Published posts that match, best first',
    query: z.object({ q: text, limit }),
    data: z.array(wire.searchHitForm),
  },
  about: { tag: 'Site', summary: 'The about page', data: wire.aboutForm },
  resources: {
    tag: 'Site',
    summary: 'A page of resources',
    params: z.object({ page: text }),
    data: wire.resourcePageForm,
  },
  site: { tag: 'Site', summary: 'Names and settings of the site', data: wire.siteForm },
  status: {
    tag: 'Site',
    summary: 'What the admin must know of content and repository',
    data: wire.statusForm,
  },
  webhook: {
    tag: 'Site',
    summary: 'Pull from the remote now; signed in X-Hub-Signature-256 with HMAC-SHA256 of the body',
    data: z.null(),
    statusCode: 202,
  },

  healthz: {
    tag: 'Health',
    summary: 'The process is alive',
    data: z.object({ alive: z.literal(true) }),
  },
  readyz: {
    tag: 'Health',
    summary: 'Content is indexed and the repository usable',
    data: z.object({ ready: z.boolean() }),
  },
} as const satisfies Record<string, CallDoc>
