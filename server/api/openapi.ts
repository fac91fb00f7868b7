/** Builds the OpenAPI 3.1 document from the schemas that validate the input. */
import * as z from 'zod'
import { failureSchema, postSchema, projectSchema } from '#domain/answers/public-answers.ts'
import { isRead } from '../queries/read.ts'
import type { Call } from './call.ts'
import type { CallRow } from './calls.ts'
import { keyHeaders } from './keyed-answers.ts'

type Json = Record<string, unknown>

const TITLE = 'G.A.P.'
const SCHEME = 'bearer'
const JSON_TYPES = ['application/json']

const version = z.union([postSchema, projectSchema])
const conflictSchema = failureSchema
  .extend({ current: version, base: version.nullable() })
  .meta({ id: 'Conflict' })
const reusedSchema = failureSchema.extend({ current: version }).meta({ id: 'KeyReused' })

/** The document as JSON. */
export function buildOpenApi(calls: readonly CallRow[]): string {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [method, url, guard, call] of calls) {
    const path = url.replace(/:(\w+)/g, '{$1}')
    const operation = { tags: [tagOf(path)], ...operationOf(call, guard === 'admin', schemas) }
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: operation }
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: TITLE, version: '1', description: 'Posts, projects and their history.' },
    components: {
      securitySchemes: { [SCHEME]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas,
    },
    paths,
  })
}

/** A group of the document: what the address is about, such as `posts`. */
const tagOf = (path: string) => path.replace(/^\/api/, '').split('/')[1] ?? ''

/** @param schemas collects the named schemas of the call */
function operationOf(call: CallRow[3], isGuarded: boolean, schemas: Json): Json {
  const { summary, data, meta } = call
  const write: Partial<Call> = isRead(call) ? {} : call
  const { statusCode = 200, conflict, body, isKeyed } = write
  const parameters = [
    ...parametersOf('path', call.params, schemas),
    ...parametersOf('query', call.query, schemas),
    ...parametersOf('header', isKeyed && keyHeaders, schemas),
  ]
  const success = z.object({ ...(data && { data }), ...(meta && { meta }) })
  const conflictAnswer = conflict === true ? conflictSchema : conflict
  const answer = (schema: z.ZodType, description: string) => ({
    description,
    content: contentOf(JSON_TYPES, jsonSchema(schema, 'output', schemas)),
  })
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: contentOf(write.bodyTypes ?? JSON_TYPES, jsonSchema(body, 'input', schemas)),
      },
    }),
    ...(isGuarded && { security: [{ [SCHEME]: [] }] }),
    responses: {
      [statusCode]: answer(success, 'Success'),
      ...(conflictAnswer && { 409: answer(conflictAnswer, 'Conflict') }),
      ...(isKeyed && { 422: answer(reusedSchema, 'The key was used with another body') }),
      '4XX': answer(failureSchema, 'Refused'),
      '5XX': answer(failureSchema, 'Failed'),
    },
  }
}

function contentOf(types: readonly string[], schema: unknown): Json {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  fields: z.ZodObject | undefined,
  schemas: Json,
) {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = jsonSchema(field, 'input', schemas)
    const required = place === 'path' || !field.safeParse(undefined).success
    return { in: place, name, required, ...(description !== undefined && { description }), schema }
  })
}

/** Converts to JSON Schema; moves named schemas into `schemas` and refers to them. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  // Only inside another schema a named one becomes a `$ref`.
  const { $defs, properties } = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any' })
  const refer = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
  for (const [name, { id: _, ...named }] of Object.entries($defs ?? {})) {
    schemas[name] ??= refer(named)
  }
  return refer(properties?.schema ?? {})
}
