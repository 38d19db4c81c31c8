import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { openapiDocument } from './openapi.ts';

const document = JSON.parse(
  JSON.stringify(
    openapiDocument({
      title: 'Botyard',
      environment: 'sim',
      identity: { isEmbedded: true, projectId: 'p', apiKey: 'k', origin: null },
      signInOrigins: [],
      version: '1.2.3',
      commit: null,
    }),
  ),
);

describe('the OpenAPI document', () => {
  it('describes every call of the contract once', () => {
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(operations.toSorted()).toEqual(calls.map((call) => call.name).toSorted());
    expect(document.openapi).toBe('3.1.0');
  });

  it('uses snake_case and has the ranges, defaults and required fields of the schemas', () => {
    const create = document.paths['/api/{kind}/create'].post;
    const body = create.requestBody.content['application/json'].schema;
    expect(body.required).toEqual(expect.arrayContaining(['name', 'portfolio_id', 'symbols']));
    expect(body.required).not.toContain('comment');
    const kinds: { properties: Record<string, object> }[] = body.properties.params.anyOf;
    expect(kinds.map(({ properties }) => properties['leverage'])).toEqual(
      kinds.map(() => expect.objectContaining({ minimum: 1, maximum: 125, default: 5 })),
    );
    expect(kinds.map(({ properties }) => ['base_order_size', 'sizing'].filter((name) => name in properties))).toEqual([
      ['base_order_size'],
      ['sizing'],
    ]);
    expect(JSON.stringify(document.paths)).not.toContain('portfolioId');
    expect(create.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(['kind', 'Idempotency-Key']);
  });

  it('lists the codes of refusals under their status', () => {
    const { responses } = document.paths['/api/{kind}/create'].post;
    expect(responses['422'].description).toContain('LADDER_REFUSED');
    expect(responses['401'].description).toContain('TOKEN_MISSING');
    expect(document.paths['/api/health'].get.responses['401']).toBeUndefined();
    expect(document.paths['/api/health'].get.security).toEqual([]);
  });
});
