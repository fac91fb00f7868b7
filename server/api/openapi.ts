/** The OpenAPI 3.1 document, made of the same schemas that check what comes in. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CallDoc } from './call-docs.ts'
import { conflictForm, failureForm } from './wire-forms.ts'

const TITLE = 'G.A.P.'
const SCHEME = 'bearer'

/** Collects the calls that are registered on the app from now on. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: TITLE, version: '1', description: 'Posts, projects and their history.' },
      components: {
        securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    // Pages, feeds and files are no calls.
    hideUntagged: true,
    transform: jsonSchemaTransform,
    transformObject: (input) => withoutUnused(jsonSchemaTransformObject(input)),
  })
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Without the schemas that nothing names: the transform gives each a second one for requests. */
function withoutUnused(document: Document): Document {
  const { components = {}, ...rest } = document as { components?: Components }
  const { schemas = {}, ...others } = components
  const used = new Set<string>()
  const addNamedIn = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      addNamedIn(schemas[name] ?? {})
    }
  }
  addNamedIn(rest)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  // The same document with fewer schemas in it.
  return { ...rest, components: { ...others, schemas: Object.fromEntries(kept) } } as Document
}

interface Components {
  schemas?: Record<string, unknown>
}

/** A call's schema as `registerOpenApi` reads it. @param guarded whether it takes a token */
export function openApiSchema(doc: CallDoc, guarded: boolean) {
  const { tag, summary, statusCode = 200, data, meta, params, query, body } = doc
  const success = z.object({
    ...(data && { data }),
    ...(meta && { meta }),
  })
  return {
    tags: [tag],
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(guarded && { security: [{ [SCHEME]: [] }] }),
    response: {
      [statusCode]: success,
      ...(doc.conflicts && { 409: conflictForm }),
      '4xx': failureForm,
      '5xx': failureForm,
    },
  }
}
