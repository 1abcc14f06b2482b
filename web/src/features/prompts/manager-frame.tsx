import type { Translated } from '@keepsake/contract/primitives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import styles from './managers.module.css';
import { refreshPrompts } from './prompts.api.ts';

interface FrameProps<Item> {
  kind: 'prompts' | 'pictograms';
  nameOf: (item: Item) => string;
  remove: (item: Item) => Promise<unknown>;
  onAdd: () => void;
  /** Renders the list, with the search text and a callback that opens the deletion dialog. */
  children: (typed: string, askToDelete: (item: Item) => void) => ReactNode;
}

/** The common frame of the lists of effects and pictograms: search, adding, and deletion after confirmation. */
export function ManagerFrame<Item>({ kind, nameOf, remove, onAdd, children }: FrameProps<Item>) {
  const { t } = useTranslation('admin-prompts');
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Item | null>(null);
  const removal = useMutation({
    mutationFn: remove,
    onSettled: () => {
      setAsked(null);
      return refreshPrompts(queries);
    },
  });
  return (
    <div className={styles.manager}>
      <div className={styles.head}>
        <TextField
          type="search"
          label={t(`${kind}.search`)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
          {t(`${kind}.add`)}
        </Button>
      </div>
      {removal.isError && (
        <Notice tone="bad" title={t(`${kind}.failedDelete`)}>
          <p>{errorText(removal.error)}</p>
        </Notice>
      )}
      {children(typed, setAsked)}
      {asked !== null && (
        <ConfirmDialog
          title={t(`${kind}.deleteTitle`, { name: nameOf(asked) })}
          confirmLabel={t('delete')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{t(`${kind}.deleteText`)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Whether every typed word occurs in one of the texts, in any language, with or without accents. */
export function matches(typed: string, texts: readonly (string | Translated)[]): boolean {
  const all = plain(texts.map((text) => (typeof text === 'string' ? text : Object.values(text).join(' '))).join(' '));
  return plain(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
