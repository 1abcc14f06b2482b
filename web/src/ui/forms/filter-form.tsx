import type { ReactNode } from 'react';
import { Link, type To, useNavigate } from 'react-router';
import type { WrongFilter } from '../../shared/search-params.ts';
import { list } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, buttonClass } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';
import styles from './filter-form.module.css';
import { TextField } from './fields/text-field.tsx';

interface FilterFormProps {
  /** Accessible name of the form. */
  label: string;
  submitLabel: string;
  clearLabel: string;
  /** What the URL filters the list by. */
  filter: Readonly<Record<string, string | undefined>>;
  /** Filters of the URL that are not applied. */
  wrong: readonly WrongFilter[];
  /** URL of the list for the entered filters; without any when the form is cleared. */
  to: (filter: Record<string, string>) => To;
  /** Fields with names and default values. */
  children: ReactNode;
}

/** A filter form of a list. The filters are in the URL, so that they can be bookmarked and shared. */
export function FilterForm({ label, submitLabel, clearLabel, filter, wrong, to, children }: FilterFormProps) {
  const navigate = useNavigate();
  return (
    <>
      {wrong.length > 0 && <WrongFilters wrong={wrong} />}
      <form
        // Remounted for another URL, because the fields take their initial values from it.
        key={JSON.stringify(filter)}
        aria-label={label}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(to(entered(new FormData(event.currentTarget))));
        }}
      >
        <div className={styles.fields}>{children}</div>
        <div className={styles.actions}>
          <Button type="submit" variant="secondary">
            {submitLabel}
          </Button>
          {(Object.values(filter).some(Boolean) || wrong.length > 0) && (
            <Link to={to({})} className={buttonClass({ variant: 'quiet' })}>
              {clearLabel}
            </Link>
          )}
        </div>
      </form>
    </>
  );
}

/** Characters of a filter that is not applied. */
const longestShown = 40;

function WrongFilters({ wrong }: { wrong: readonly WrongFilter[] }) {
  const { t } = useTranslation('admin');
  const filters = list(wrong.map(({ name, value }) => `${name}=${shortened(value)}`));
  return (
    <Notice tone="warn" announce={false}>
      <p>{t('wrongFilters', { count: wrong.length, filters })}</p>
    </Notice>
  );
}

/** Its beginning: an address may be thousands of characters long. */
function shortened(value: string): string {
  const characters = [...value];
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : value;
}

function entered(data: FormData): Record<string, string> {
  const texts = [...data].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '');
  return Object.fromEntries(texts.map(([name, value]) => [name, value.trim()]));
}

/** Search form of a list, applied on submit. `children` are further fields. */
export function SearchForm({
  label,
  button,
  value,
  maxLength,
  onSearch,
  children,
}: {
  label: string;
  button: string;
  /** The current search. */
  value: string;
  maxLength: number;
  onSearch: (words: string) => void;
  children?: ReactNode;
}) {
  return (
    <search>
      <form
        className={styles.searchForm}
        onSubmit={(event) => {
          event.preventDefault();
          const words = new FormData(event.currentTarget).get('search');
          onSearch(typeof words === 'string' ? words.trim() : '');
        }}
      >
        {children}
        <TextField key={value} name="search" type="search" label={label} defaultValue={value} maxLength={maxLength} />
        <Button type="submit" variant="secondary">
          {button}
        </Button>
      </form>
    </search>
  );
}
