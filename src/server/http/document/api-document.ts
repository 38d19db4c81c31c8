import type { JsonSchema } from './example-of.ts';

/** The OpenAPI document of the API, as far as it is read here; the schemas in it are data. */
export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    readonly securitySchemes: JsonSchema;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly JsonSchema[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

/** A schema with a value that fits it. */
export interface Media {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

interface Response {
  readonly description: string;
  readonly content: {
    readonly 'application/json'?: Media;
    readonly 'application/problem+json'?: { readonly schema: JsonSchema; readonly examples: JsonSchema };
  };
}
