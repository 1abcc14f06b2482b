import { countries } from '@keepsake/contract/countries';
import type { Language } from '@keepsake/contract/primitives';
import type { Option } from '../../ui/select-field.tsx';

/** All countries by their name in the reader's language, in its alphabet's order. */
export function countryOptions(language: Language): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.label, b.label));
}
