import { type ComponentProps, type ComponentType, createContext, use } from 'react';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/** Navigation between pages, provided by context. */
export interface Navigation {
  Link: ComponentType<LinkProps>;
  /** Whether this is the first page since the document was loaded. */
  useIsFirstPage: () => boolean;
}

/** Default: a link loads a new document. The app provides its router instead (router.tsx). */
export const NavigationContext = createContext<Navigation>({ Link: DocumentLink, useIsFirstPage: () => true });

/** A link inside the site. */
export function Link(props: LinkProps) {
  const { Link: LinkOfSite } = use(NavigationContext);
  return <LinkOfSite {...props} />;
}

export function useIsFirstPage(): boolean {
  return use(NavigationContext).useIsFirstPage();
}

function DocumentLink({ to, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  );
}
