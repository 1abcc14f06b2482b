import type { FieldProblem } from '@keepsake/contract/field-errors';
import { type ChangeEvent, type SyntheticEvent, useCallback, useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../../shared/api.ts';
import { errorText, problemText } from '../../shared/texts/i18n.ts';
import { text as textOf } from '../../shared/texts/texts.ts';
import { checkForm } from './check-form.ts';
import type { Problem } from './error-summary.tsx';

type Values = Record<string, unknown>;
type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FieldProps {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  value?: string;
  checked?: boolean;
  onChange: (event: ChangeEvent<FormControl>) => void;
}

export interface FormOptions<Input, Output> {
  defaultValues: Input;
  /** Let API errors through: field errors are shown at the fields, others in the summary. */
  submit: (values: Output) => Promise<void>;
  /** Returns true if the page handles this error itself. */
  handles?: (error: unknown) => boolean;
  /** A more specific error text than that of the code. */
  failureText?: (error: unknown) => string;
}

export interface ContractForm<Input, Output = unknown> {
  /** Everything a field component needs: `<TextField {...form.field('email', t('email'))} />`. */
  field(name: keyof Input & string, label: string): FieldProps;
  onSubmit: (event: SyntheticEvent) => Promise<void>;
  /** Submits the form, as its button does. */
  submit: () => Promise<void>;
  busy: boolean;
  /** The problems of the last attempt that are not fixed yet. */
  problems: Problem[];
  /** Number of submit attempts. */
  attempt: number;
  /** The last API error, for pages that handle some codes themselves. */
  failure: unknown;
  /** Whether any value differs from the defaults or the last reset. */
  isChanged: boolean;
  /** The parsed values; null while they are invalid. */
  output: Output | null;
  /** These three functions are stable. */
  getValues: () => Input;
  setValue: <Name extends keyof Input>(name: Name, value: Input[Name]) => void;
  reset: (values?: Input) => void;
}

const none = { attempt: 0, busy: false, failure: null as unknown, refused: {} as Record<string, string> };

/**
 * A form for a schema of the contract, validated on submit and then on every change. A server error about a
 * field is shown until the field changes. Numbers are kept as typed and parsed if the default value is a number.
 */
export function useContractForm<Input extends Values, Output>(
  schema: z.ZodMiniType<Output, Input>,
  { defaultValues, submit, handles, failureText = errorText }: FormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const prefix = useId();
  const labels = useRef(new Map<string, string>());
  const start = useRef(defaultValues);
  const latest = useRef<Values>(defaultValues);
  const [values, setValues] = useState<Values>(defaultValues);
  const [kept, setKept] = useState<Values>(defaultValues);
  const [state, setState] = useState(none);
  const checked = checkForm(schema, values, defaultValues);
  const errors = { ...(state.attempt > 0 && texts(checked.problems)), ...state.refused };
  const idOf = (name: string) => `${prefix}-${name}`;

  const change = useCallback((changes: Values) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    setState((before) => ({ ...before, refused: without(before.refused, Object.keys(changes)) }));
  }, []);

  async function send(output: Output): Promise<void> {
    setState((before) => ({ ...before, busy: true }));
    try {
      await submit(output);
      setState((before) => ({ ...before, busy: false }));
    } catch (failure) {
      setState((before) => ({ ...before, busy: false, failure, refused: refusals(failure) }));
    }
  }

  async function trySend(): Promise<void> {
    if (state.busy) return;
    setState(({ attempt }) => ({ ...none, attempt: attempt + 1 }));
    const now = checkForm(schema, latest.current, start.current);
    if (now.success) await send(now.output);
  }

  return {
    field(name, label) {
      labels.current.set(name, label);
      const value = values[name];
      return {
        id: idOf(name),
        name,
        label,
        error: errors[name],
        onChange: ({ target }) => change({ [name]: isCheckbox(target) ? target.checked : target.value }),
        ...(typeof value === 'boolean'
          ? { checked: value }
          : { value: typeof value === 'string' || typeof value === 'number' ? String(value) : '' }),
      };
    },
    async onSubmit(event) {
      event.preventDefault();
      await trySend();
    },
    submit: trySend,
    busy: state.busy,
    isChanged: Object.keys(values).some((name) => asTyped(values[name]) !== asTyped(kept[name])),
    output: checked.success ? checked.output : null,
    get problems() {
      const shown = Object.entries(errors).toSorted(([a], [b]) => comparePlaces(idOf(a), idOf(b)));
      const found = shown.map(([name, text]) => {
        const label = labels.current.get(name);
        if (label === undefined) return { text };
        // A checkbox's label is a whole sentence, so the message needs no field name.
        const isBox = typeof values[name] === 'boolean';
        return { fieldId: idOf(name), text: isBox ? text : textOf('common:fieldProblem', { label, text }) };
      });
      if (found.length > 0 || state.failure === null || handles?.(state.failure)) return found;
      return [{ text: failureText(state.failure) }];
    },
    attempt: state.attempt,
    failure: state.failure,
    getValues: useCallback(() => latest.current as Input, []),
    setValue: useCallback((name, value) => change({ [name]: value }), [change]),
    reset: useCallback((to = start.current) => {
      latest.current = to;
      setValues(to);
      setKept(to);
      setState(none);
    }, []),
  };
}

/** A number that was typed is text. */
function asTyped(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function texts(problems: Record<string, FieldProblem>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problemText(problem)]));
}

/** Sorts problems in page order; those without a field come last. */
function comparePlaces(oneId: string, otherId: string): number {
  const [one, other] = [document.getElementById(oneId), document.getElementById(otherId)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Field errors of the server: the text of a known code, else the server's message. */
function refusals(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return { ...error.fields, ...texts(error.problems) };
}

function without(record: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function isCheckbox(target: FormControl): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
