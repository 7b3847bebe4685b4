import { Navigate } from '@tanstack/react-router';
import { EmptyState } from '../components/states.tsx';
import { useSession } from '../session.ts';
import { navigationOf, targetOf } from './navigation.ts';

/** Leads to the first page that the key may open. */
export function Home() {
  const [first] = navigationOf(useSession()).flatMap(({ items }) => items);
  if (first) return <Navigate {...targetOf(first)} replace />;
  return (
    <EmptyState isPage icon="lock" title="This key may not open any page">
      <p>Ask the operator for a key with a scope such as company:search.</p>
    </EmptyState>
  );
}
