import type { ReactNode } from 'react';
import { Link, type To, useNavigate } from 'react-router';
import { Button, buttonClass } from '../button.tsx';
import styles from './filter-form.module.css';
import { TextField } from './fields/text-field.tsx';

interface FilterFormProps {
  /** Accessible name of the form. */
  label: string;
  submitLabel: string;
  clearLabel: string;
  /** What the URL filters the list by. */
  filter: Readonly<Record<string, string | undefined>>;
  /** URL of the list for the entered filters; for none of them, where it is cleared. */
  to: (filter: Record<string, string>) => To;
  /** Fields with names and default values. */
  children: ReactNode;
}

/** A filter form of a list. The filters are in the URL, so that they can be bookmarked and shared. */
export function FilterForm({ label, submitLabel, clearLabel, filter, to, children }: FilterFormProps) {
  const navigate = useNavigate();
  return (
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
        {Object.values(filter).some(Boolean) && (
          <Link to={to({})} className={buttonClass({ variant: 'quiet' })}>
            {clearLabel}
          </Link>
        )}
      </div>
    </form>
  );
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
