declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has joined with an invite: the site, or a community. */
    'site.invite-used': { inviterId: string; userId: string };
    /** Somebody has got a role on the site, or lost it. */
    'site.role-changed': { userId: string };
    /** The team announces something. */
    'site.announced': { announcementId: string };
  }
}

export {};
