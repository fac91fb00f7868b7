/**
 * The OpenAPI 3.1 document, made of the same schemas that check what comes in. It is made on an app
 * of its own when it is first asked for, so that the start of the server does not wait for it.
 */
import swagger from '@fastify/swagger'
import Fastify, { type HTTPMethods } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { CALL_DOCS, type CallDoc } from './call-docs.ts'
import { conflictForm, failureForm } from './wire-forms.ts'

export type DocumentedCall = readonly [HTTPMethods, string, 'visitor' | 'admin', CallName]
export type CallName = keyof typeof CALL_DOCS

const TITLE = 'G.A.P.'
const SCHEME = 'bearer'

/** The document of these calls, as JSON. */
export async function buildOpenApi(calls: readonly DocumentedCall[]): Promise<string> {
  const app = Fastify()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: TITLE, version: '1', description: 'Posts, projects and their history.' },
      components: {
        securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  // Nothing is ever asked of this app: its routes are there to be described.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  for (const [method, url, guard, name] of calls) {
    const schema = schemaOf(CALL_DOCS[name], guard === 'admin')
    app.route({ method, url, schema, handler: () => {} })
  }
  await app.ready()
  const document = withoutUnused(app.swagger())
  await app.close()
  return JSON.stringify(document)
}

function schemaOf(doc: CallDoc, isGuarded: boolean) {
  const { tag, summary, statusCode = 200, data, meta, params, query, body, consumes } = doc
  const success = z.object({ ...(data && { data }), ...(meta && { meta }) })
  return {
    tags: [tag],
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(consumes && { consumes: [...consumes] }),
    ...(isGuarded && { security: [{ [SCHEME]: [] }] }),
    response: {
      [statusCode]: success,
      ...(doc.conflicts && { 409: conflictForm }),
      ...(doc.conflict && { 409: doc.conflict }),
      '4xx': failureForm,
      '5xx': failureForm,
    },
  }
}

/** Without the schemas that nothing names: the transform gives each a second one for requests. */
function withoutUnused(document: object): object {
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
  return { ...rest, components: { ...others, schemas: Object.fromEntries(kept) } }
}

interface Components {
  schemas?: Record<string, unknown>
}
