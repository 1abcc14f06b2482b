interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The content security policy requires a TrustedScriptURL (require-trusted-types-for 'script'). A policy name can be created only once. */
export function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('worker', {
    createScriptURL: (candidate) => {
      const { origin, pathname } = new URL(candidate, location.href);
      if (origin !== location.origin || !/\.worker[-.][^/]*$/.test(pathname))
        throw new TypeError(`Not a worker of ours: ${candidate}`);
      return candidate;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
