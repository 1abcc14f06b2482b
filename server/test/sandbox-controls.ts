/** What goes wrong with the next requests of a route. */
export interface TestFault {
  route: string;
  action: 'delay' | 'drop' | 'cut' | 'error';
  phase?: 'before' | 'after';
  skip?: number;
  times?: number;
  delayMs?: number;
  status?: number;
  body?: string;
  headers?: Record<string, string>;
}

/** What every sandbox lets its tests do. */
export interface SandboxControls {
  /** A control by its path under `/sandbox/`. @throws where it is refused */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown>>;
  fault(fault: TestFault): Promise<void>;
  clearFaults(): Promise<void>;
}

/** The test controls of the sandbox at an address, opened by its key. */
export function sandboxControls(origin: string, key: string): SandboxControls {
  const control: SandboxControls['control'] = async (method, path, body) => {
    const response = await fetch(`${origin}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    control,
    fault: async (fault) => void (await control('POST', 'faults', fault)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
  };
}
