import { createContext } from 'react';

/** Whether the surrounding form is being sent. Its fields are marked as fixed meanwhile, but not disabled: they keep the focus. */
export const FormIsSent = createContext(false);
