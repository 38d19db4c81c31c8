import type { Schema } from './right-value.ts';

/** An operation of the OpenAPI document, with what a fuzzer needs of it. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** The codes of refusals by status. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface Media {
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** Every operation of the document that the program itself serves at `/api/openapi.json`. */
export async function operationsOf(address: string): Promise<readonly Operation[]> {
  const answer = await fetch(new URL('/api/openapi.json', address));
  const document = (await answer.json()) as Document; // Written by the program from its own schemas.
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema ?? null,
      codes: new Map(
        Object.entries(operation.responses).map(([status, { content }]) => [
          Number(status),
          Object.keys(content?.['application/problem+json']?.examples ?? {}),
        ]),
      ),
    })),
  );
}
