import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import { clientIdHeader, doneByHeader } from '@hubbub/contract/platform/headers.ts';
import { clientId, errorBody, id } from '@hubbub/contract/platform/shapes.ts';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.ts';

const headers = z.object({ [clientIdHeader]: clientId, [doneByHeader]: id.optional() });

const errorSchema = jsonSchemaOf(errorBody, 'output');

/** A call's description in the OpenAPI document, and the schemas that serialize its answers. */
export function documentation(endpoint: Endpoint) {
  const errors = [
    ...new Set([400, ...(endpoint.session === 'required' ? [401] : []), ...(endpoint.errors ?? []), 429, 500, 503]),
  ];
  const multipart = endpoint.multipart && {
    type: 'object',
    properties: {
      ...(jsonSchemaOf(endpoint.multipart.fields, 'input').properties as object),
      ...Object.fromEntries(
        Object.entries(endpoint.multipart.files).map(([name, { max }]) => [
          name,
          { type: 'array', maxItems: max, items: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
  };
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.session === 'required' ? { security: [{ session: [] }] } : {}),
    ...(endpoint.params ? { params: jsonSchemaOf(endpoint.params, 'input') } : {}),
    ...(endpoint.repeatable ? { headers: jsonSchemaOf(headers, 'input') } : {}),
    ...(endpoint.query ? { querystring: jsonSchemaOf(endpoint.query, 'input') } : {}),
    ...(endpoint.body ? { body: jsonSchemaOf(endpoint.body, 'input') } : {}),
    ...(multipart
      ? {
          consumes: ['multipart/form-data', ...(endpoint.multipart?.json ? ['application/json'] : [])],
          body: multipart,
        }
      : {}),
    response: {
      [endpoint.answer.status]: successDocument(endpoint),
      ...(endpoint.existing ? { 200: successDocument(endpoint) } : {}),
      ...(endpoint.dryRun ? { 200: jsonSchemaOf(endpoint.dryRun, 'output') } : {}),
      ...Object.fromEntries(errors.map((status) => [status, errorSchema])),
    },
  };
}

/** The shape of a successful response; for a streamed one, the shape of its lines, which the serializer never sees. */
function successDocument({ answer }: Endpoint) {
  const schema = jsonSchemaOf(answer.body, 'output');
  return answer.stream ? { content: { 'application/x-ndjson': { schema } } } : schema;
}
