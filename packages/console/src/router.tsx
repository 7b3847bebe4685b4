import type { Scope } from '@orgdex/contract';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedOut, queryClient } from './client.ts';
import { NotFound } from './components/page-header.tsx';
import { Crash } from './components/states.tsx';
import { formatParams, type Params, parseParams } from './search-params.ts';
import { sessionQuery } from './session.ts';

const root = createRootRoute({ notFoundComponent: NotFound });

/** Parameters are read by the pages: an address that is wrong in part still opens. */
const validateSearch = (params: Record<string, unknown>): Params => params as Params;

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch,
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** The pages of a session. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  async beforeLoad({ location }) {
    try {
      await queryClient.query(sessionQuery);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      redirect({
        to: '/sign-in',
        search: location.pathname === '/' ? {} : { next: location.href },
        replace: true,
        throw: true,
      });
    }
  },
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
  errorComponent: Crash,
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/home.tsx'), 'Home'),
});

const page = <const Path extends string>(
  path: Path,
  scope: Scope | 'any',
  component: ReturnType<typeof lazyRouteComponent>,
) =>
  createRoute({
    getParentRoute: () => app,
    path,
    validateSearch,
    staticData: { scope },
    component,
    errorComponent: Crash,
  });

const companies = page(
  '/companies',
  'company:search',
  lazyRouteComponent(() => import('./pages/companies/companies-page.tsx'), 'CompaniesPage'),
);
const company = page(
  '/companies/$id',
  'company:read',
  lazyRouteComponent(() => import('./pages/company/company-page.tsx'), 'CompanyPage'),
);
const match = page(
  '/match',
  'company:read',
  lazyRouteComponent(() => import('./pages/match/match-page.tsx'), 'MatchPage'),
);
const review = page(
  '/review',
  'admin',
  lazyRouteComponent(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
);
const imports = page(
  '/imports',
  'admin',
  lazyRouteComponent(() => import('./pages/imports/imports-page.tsx'), 'ImportsPage'),
);
const coverage = page(
  '/coverage',
  'admin',
  lazyRouteComponent(() => import('./pages/coverage/coverage-page.tsx'), 'CoveragePage'),
);
const privacy = page(
  '/privacy',
  'admin',
  lazyRouteComponent(() => import('./pages/privacy/privacy-page.tsx'), 'PrivacyPage'),
);
const status = page(
  '/status',
  'admin',
  lazyRouteComponent(() => import('./pages/status/status-page.tsx'), 'StatusPage'),
);
const access = page(
  '/access/$tab',
  'admin',
  lazyRouteComponent(() => import('./pages/access/access-page.tsx'), 'AccessPage'),
);
const usage = page(
  '/usage',
  'any',
  lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
);

const routeTree = root.addChildren([
  signIn,
  app.addChildren([home, companies, company, match, review, imports, coverage, privacy, status, access, usage]),
]);

export const router = createRouter({
  routeTree,
  basepath: import.meta.env.BASE_URL,
  parseSearch: parseParams,
  stringifySearch: formatParams,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The scope that the page needs. */
    scope?: Scope | 'any';
  }
}
