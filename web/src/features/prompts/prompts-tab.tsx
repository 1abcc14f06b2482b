import { type AdminPrompt, deletePrompt } from '@keepsake/contract/films/prompts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { type Column, DataTable, previewOf } from '../../ui/layout/data-table.tsx';
import { ManagerFrame, matches } from './manager-frame.tsx';
import styles from './managers.module.css';
import { PictogramManager } from './pictogram-manager.tsx';
import { PromptForm } from './prompt-form.tsx';
import { adminPromptsQuery } from './prompts.api.ts';

/** The effects on offer, and the pictograms with which the photo guide advises on them. */
export function Component() {
  const { t } = useTranslation('admin-prompts');
  return (
    <>
      <h3>{t('prompts.title')}</h3>
      <PromptManager />
      <h3>{t('pictograms.title')}</h3>
      <PictogramManager />
    </>
  );
}

const remove = ({ id, revision }: AdminPrompt) => call(deletePrompt, { params: { id }, query: { revision } });

/** The effects on offer, with search. Orders that are paid keep the wording that they were sold with. */
function PromptManager() {
  const { t } = useTranslation('admin-prompts');
  const query = useQuery(adminPromptsQuery);
  const [edited, setEdited] = useState<AdminPrompt | 'new' | null>(null);
  return (
    <ManagerFrame<AdminPrompt>
      kind="prompts"
      nameOf={({ action }) => translated(action)}
      remove={remove}
      onAdd={() => setEdited('new')}
    >
      {(typed, askToDelete) => (
        <>
          <QueryView
            query={query}
            failureText={(error) => t('withReason', { what: t('prompts.failedLoad'), why: errorText(error) })}
          >
            {(all) => (
              <DataTable
                caption={t('prompts.title')}
                columns={columnsOf(t, setEdited, askToDelete)}
                rows={all.filter(({ imageTheme, action, prompt, suggestions }) =>
                  matches(typed, [imageTheme, action, prompt, ...suggestions]),
                )}
                rowKey={({ id }) => id}
                empty={t(all.length === 0 ? 'prompts.none' : 'nothingFound')}
              />
            )}
          </QueryView>
          {edited && (
            <PromptForm
              prompt={edited === 'new' ? null : edited}
              others={query.data ?? []}
              onClose={() => setEdited(null)}
            />
          )}
        </>
      )}
    </ManagerFrame>
  );
}

function columnsOf(
  t: Translate<'admin-prompts'>,
  edit: (prompt: AdminPrompt) => void,
  ask: (prompt: AdminPrompt) => void,
): Column<AdminPrompt>[] {
  const nameOf = ({ imageTheme, action }: AdminPrompt) => `${translated(action)} (${translated(imageTheme)})`;
  return [
    { key: 'theme', title: t('theme'), cell: ({ imageTheme }) => translated(imageTheme) },
    { key: 'action', title: t('action'), cell: ({ action }) => translated(action) },
    {
      key: 'prompt',
      title: t('prompt'),
      cell: ({ prompt }) => (
        <span lang="en" className={styles.wording}>
          {previewOf(prompt)}
        </span>
      ),
    },
    {
      key: 'edit',
      title: t('change'),
      cell: (prompt) => (
        <span className={styles.buttons}>
          <IconButton
            label={t('editOf', { name: nameOf(prompt) })}
            icon={<Pencil size={20} aria-hidden="true" />}
            onClick={() => edit(prompt)}
          />
          <IconButton
            label={t('deleteOf', { name: nameOf(prompt) })}
            icon={<Trash2 size={20} aria-hidden="true" />}
            onClick={() => ask(prompt)}
          />
        </span>
      ),
    },
  ];
}
