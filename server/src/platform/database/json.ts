import { sql, type ColumnType, type RawBuilder } from 'kysely';

/**
 * The types of the JSON columns, by table and column. The file that owns a table declares them beside its statements:
 * `declare module '…/platform/database/json.ts' { interface JsonColumns { 'films.action': Translated } }`.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface JsonColumns {}

declare const written: unique symbol;
/** A value as JSON for PostgreSQL. */
export interface JsonOf<T> {
  readonly [written]: T;
}

type Held<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : unknown;

/** A JSON column: read as its value, written with `toJson`; null or left out if the table allows it. */
export type Json<Name extends string, Null extends null, Missing extends undefined> = ColumnType<
  Held<Name> | Null,
  JsonOf<Held<Name>> | Null | Missing,
  JsonOf<Held<Name>> | Null
>;

export function toJson<T>(value: T): RawBuilder<JsonOf<T>> {
  return sql<JsonOf<T>>`${JSON.stringify(value)}::jsonb`;
}

/** The same, but SQL's null (not JSON's) if there is no value. */
export function toJsonOrNull<T>(value: T | null | undefined): RawBuilder<JsonOf<T> | null> {
  return sql<JsonOf<T> | null>`${value === null || value === undefined ? null : JSON.stringify(value)}::jsonb`;
}

/** Narrower types of text columns that have no `check`, by table and column; declared like `JsonColumns`. */
// eslint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface TextColumns {}

export type Text<Name extends string> = Name extends keyof TextColumns ? TextColumns[Name] : string;
