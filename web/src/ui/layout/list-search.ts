import * as z from 'zod/mini';
import { useSearch } from '../../shared/search-params.ts';

/** A value that does not match is ignored: the list is then sorted as usual. */
function orNothing<T extends z.ZodMiniType>(schema: T) {
  // No promise: zod's word for a value in the place of a wrong one.
  // oxlint-disable-next-line promise/valid-params
  return z.catch(z.optional(schema), undefined);
}

const sortSearch = z.object({ sort: orNothing(z.string()), direction: orNothing(z.enum(['asc', 'desc'])) });

export interface Sort<By extends string> {
  sort: By;
  direction: 'asc' | 'desc';
}

/** How the list is sorted by `sort` and `direction` of the URL; downwards by the first of `sorts` unless it says otherwise. */
export function useSort<const By extends string>(sorts: readonly [By, ...By[]]): Sort<By> {
  const { sort, direction = 'desc' } = useSearch(sortSearch) ?? {};
  return { sort: sorts.find((one) => one === sort) ?? sorts[0], direction };
}

/** The same for a URL, which leaves out what it would be without. */
export function sortInUrl<By extends string>(
  sorts: readonly [By, ...By[]],
  { sort, direction }: Sort<string>,
): Partial<Sort<string>> {
  return sort === sorts[0] && direction === 'desc' ? {} : { sort, direction };
}
