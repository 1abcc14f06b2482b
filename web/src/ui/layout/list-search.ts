import * as z from 'zod/mini';
import { useSearch } from '../../shared/search-params.ts';

/** An invalid value is ignored: the list then has its default order. */
function orNothing<T extends z.ZodMiniType>(schema: T) {
  // Not a promise: zod's `catch` replaces an invalid value.
  // oxlint-disable-next-line promise/valid-params
  return z.catch(z.optional(schema), undefined);
}

const sortSearch = z.object({ sort: orNothing(z.string()), direction: orNothing(z.enum(['asc', 'desc'])) });

export interface Sort<By extends string> {
  sort: By;
  direction: 'asc' | 'desc';
}

/** The order by `sort` and `direction` of the URL; by default descending by the first of `sorts`. */
export function useSort<const By extends string>(sorts: readonly [By, ...By[]]): Sort<By> {
  const { sort, direction = 'desc' } = useSearch(sortSearch) ?? {};
  return { sort: sorts.find((one) => one === sort) ?? sorts[0], direction };
}

/** The same for a URL, without default values. */
export function sortInUrl<By extends string>(
  sorts: readonly [By, ...By[]],
  { sort, direction }: Sort<string>,
): Partial<Sort<string>> {
  return sort === sorts[0] && direction === 'desc' ? {} : { sort, direction };
}
