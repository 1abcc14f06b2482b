import * as z from 'zod/mini';

/** Rule for a form in which a password is typed twice; `message` is a key of `errors:field`. */
export function passwordsMatch<T extends Record<Name, string> & { confirmPassword: string }, Name extends string>(
  name: Name,
  message: 'passwords_differ' | 'new_passwords_differ' | 'reset_passwords_differ',
) {
  return z.refine<T>((values) => values[name] === values.confirmPassword, {
    path: ['confirmPassword'],
    message,
    when: () => true,
  });
}
