import type { Endpoint } from '@keepsake/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveTable } from '../../shared/save-table.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast-store.ts';
import styles from './list-size.module.css';

interface ListSizeProps {
  /** How many rows the list has, in words. */
  text: string;
  /** The whole list as a file. */
  table: { endpoint: Endpoint & { replyType: 'csv' }; query: Record<string, unknown>; name: string; label: string };
}

/** Above a list: how long it is, and a button that downloads all of it. */
export function ListSize({ text, table: { endpoint, query, name, label } }: ListSizeProps) {
  const saving = useMutation({
    mutationFn: () => saveTable(endpoint, query, name),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  });
  return (
    <div className={styles.line}>
      <p className={styles.text}>{text}</p>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        busy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {label}
      </Button>
    </div>
  );
}
