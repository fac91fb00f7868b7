/** The revision that an edit began from. */
import type { FastifyRequest } from 'fastify'

/**
 * The body's revision, else the one that If-Match names, quoted or weak; null when the edit names
 * none, or any (`*`).
 */
export function editRevision(request: FastifyRequest, inBody: string | null): string | null {
  if (inBody !== null) return inBody
  const named = request.headers['if-match']?.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
  return named === undefined || named === '' || named === '*' ? null : named
}
