import { type ComponentProps, type ComponentType, createContext, use } from 'react';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/** How one page of the site leads to the next. */
export interface Navigation {
  Link: ComponentType<LinkProps>;
  /** Whether the page is shown that the document was loaded with. */
  useIsFirstPage: () => boolean;
}

/** By documents, where nothing else is said: a link loads the next one. The whole app brings its router (router.tsx). */
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
