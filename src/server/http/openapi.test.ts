import { objectToCamel } from 'ts-case-convert';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { ladderRefusals, problems } from '#contract/problem.ts';
import { documentPage } from './document/document-page.ts';
import { openapiDocument } from './openapi.ts';

const made = openapiDocument({
  title: 'Bot <yard>',
  environment: 'sim',
  identity: { isEmbedded: true, projectId: 'p', apiKey: 'k', origin: null },
  logDays: 365,
  signInOrigins: [],
  version: '1.2.3',
  commit: null,
});
const document = JSON.parse(JSON.stringify(made));
const all: readonly Call[] = calls;
const operations = all.map((call) => {
  const path = call.path.replaceAll(/:([a-z]+)/g, '{$1}');
  return [call.name, call, document.paths[path]?.[call.method.toLowerCase()]] as const;
});

/** What is wrong with an example, by the schema that judges requests and replies; the empty text when nothing is. */
function complaint(schema: z.ZodMiniType | undefined, example: unknown): string {
  const outcome = schema?.safeParse(typeof example === 'object' && example !== null ? objectToCamel(example) : example);
  return outcome?.error === undefined ? '' : JSON.stringify(outcome.error.issues);
}

/** The examples of the parameters in one place, as a request has them. */
function given(
  parameters: readonly { name: string; in: string; required: boolean; example: unknown }[],
  place: string,
) {
  const here = parameters.filter((one) => one.in === place);
  return Object.fromEntries(
    here.map(({ name, example }) => [name, typeof example === 'number' ? String(example) : example]),
  );
}

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

  it.each(operations)(
    '%s has examples that its own schemas accept, for the request and the answer',
    (_name, call, operation) => {
      expect(complaint(call.params, given(operation.parameters, 'path'))).toBe('');
      expect(complaint(call.query, given(operation.parameters, 'query'))).toBe('');
      expect(complaint(call.body, operation.requestBody?.content['application/json'].example)).toBe('');
      expect(complaint(call.reply, operation.responses[call.status].content['application/json'].example)).toBe('');
    },
  );

  it.each(operations)(
    '%s lists each of its codes under its status, with an example of the refusal',
    (_name, call, operation) => {
      for (const code of call.refusals) {
        const { status } = problems[code as keyof typeof problems];
        const { examples } = operation.responses[status].content['application/problem+json'];
        expect(examples[code]).toEqual({ $ref: `#/components/examples/${code}` });
        expect(document.components.examples[code].value).toMatchObject({ code, status });
      }
    },
  );

  it.each(Object.keys(problems))('%s is a refusal of some call, or one of what is no call', (code) => {
    const isOfCall = operations.some(([, , operation]) =>
      JSON.stringify(operation.responses).includes(`examples/${code}"`),
    );
    expect(isOfCall || document.info.description.includes(` ${code}: `)).toBe(true);
    expect(document.components.examples).toHaveProperty(code);
  });

  it('names every refusal of a ladder', () => {
    expect(document.components.schemas.LadderRefusal.enum).toEqual(ladderRefusals);
  });

  it('is a page too, with every call and code and no script', () => {
    const page = documentPage(made);
    for (const { name } of all) expect(page).toContain(`id="${name}"`);
    for (const code of Object.keys(problems)) expect(page).toContain(`id="${code}"`);
    expect(page).not.toMatch(/<script|javascript:|style="|\son\w+=|https?:/);
    expect(page).toContain('Bot &lt;yard&gt; API');
  });
});
