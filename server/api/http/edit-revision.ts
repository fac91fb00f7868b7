/** The revision that an edit began from. */
import type { FastifyRequest } from 'fastify'

/**
 * The body's revision, else the one that If-Match names, quoted or weak, or in an ETag; null when the
 * edit names none, or any (`*`).
 */
export function editRevision(request: FastifyRequest, inBody: string | null): string | null {
  if (inBody !== null) return inBody
  const given = request.headers['if-match']?.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
  // An ETag of ours has more behind the revision: tags and neighbours of the post.
  const named = given?.split('.', 1)[0]
  return named === undefined || named === '' || named === '*' ? null : named
}
