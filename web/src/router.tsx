import { createBrowserRouter, Link, redirect, type RouteObject, useLocation } from 'react-router';
import { requireAdmin, requireUser } from './features/accounts/guards.ts';
import { type PageName, pageNeeds } from './page-needs.ts';
import { ErrorPage } from './pages/frame/error-page.tsx';
import { RootLayout, StartingPage } from './pages/frame/root-layout.tsx';
import { paths, patterns } from './paths.ts';
import { loadCode } from './shared/load-code.ts';
import { loadTexts } from './shared/texts/i18n.ts';
import type { Navigation } from './ui/navigation.tsx';

type PageModule = Pick<RouteObject, 'Component' | 'loader'>;

/** The code of a page and its texts, loaded side by side when the page is first needed. */
function page(name: PageName, load: () => Promise<PageModule>) {
  return async (): Promise<PageModule> => {
    const [{ Component, loader }] = await loadCode(() => Promise.all([load(), loadTexts(...pageNeeds[name].texts)]));
    return loader === undefined ? { Component } : { Component, loader };
  };
}

const privateLayout = () => loadCode(() => import('./pages/frame/private-layout.tsx'));

const publicPages: RouteObject[] = [
  { path: paths.home, lazy: page('landing', () => import('./pages/site/landing-page.tsx')) },
  { path: paths.login, lazy: page('login', () => import('./pages/account/login-page.tsx')) },
  { path: paths.register, lazy: page('register', () => import('./pages/account/register-page.tsx')) },
  { path: paths.verifyEmail, lazy: page('verify-email', () => import('./pages/account/verify-email-page.tsx')) },
  {
    path: paths.forgotPassword,
    lazy: page('forgot-password', () => import('./pages/account/forgot-password-page.tsx')),
  },
  { path: paths.resetPassword, lazy: page('reset-password', () => import('./pages/account/reset-password-page.tsx')) },
  { path: paths.terms, lazy: page('terms', () => import('./pages/site/terms-page.tsx')) },
  { path: paths.madeHere, lazy: page('made-here', () => import('./pages/site/made-here-page.tsx')) },
  { path: paths.shared, lazy: page('shared', () => import('./pages/site/shared-page.tsx')) },
  { path: paths.upload, loader: () => redirect(paths.process) },
  { path: '*', lazy: page('not-found', () => import('./pages/site/not-found-page.tsx')) },
];

const signedInPages: RouteObject[] = [
  { path: paths.dashboard, lazy: page('dashboard', () => import('./pages/dashboard-page.tsx')) },
  { path: paths.process, lazy: page('process', () => import('./pages/process-page.tsx')) },
  { path: paths.profile, lazy: page('profile', () => import('./pages/account/profile-page.tsx')) },
  { path: patterns.invoice, lazy: page('invoice', () => import('./pages/invoice-page.tsx')) },
  { path: patterns.paymentSuccess, lazy: page('payment-success', () => import('./pages/payment-success-page.tsx')) },
  { path: patterns.paymentCancel, lazy: page('payment-cancel', () => import('./pages/payment-cancel-page.tsx')) },
];

const adminPages: RouteObject[] = [{ path: paths.admin, lazy: page('admin', () => import('./pages/admin-page.tsx')) }];

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: StartingPage,
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...publicPages,
          { lazy: privateLayout, middleware: [requireUser], children: signedInPages },
          { lazy: privateLayout, middleware: [requireAdmin], children: adminPages },
        ],
      },
    ],
  },
];

/** Links that the router follows, without another document. */
export const routerNavigation: Navigation = { Link, useIsFirstPage: () => useLocation().key === 'default' };

export function createRouter() {
  return createBrowserRouter(routes);
}
