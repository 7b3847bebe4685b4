-- Plans that let keys read companies let them reconcile too. Keys do not change.
UPDATE plan SET scopes = array_append(scopes, 'reconcile')
  WHERE 'company:read' = ANY (scopes) AND NOT 'reconcile' = ANY (scopes);
