import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './search-form.module.css';
import { TextField } from './text-field.tsx';

/** Narrows a list: what is typed counts when the form is sent. `children` are further fields beside it. */
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
  /** What is searched for now. */
  value: string;
  maxLength: number;
  onSearch: (words: string) => void;
  children?: ReactNode;
}) {
  return (
    <search>
      <form
        className={styles.form}
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
