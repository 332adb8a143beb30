declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has come by an invite: to the site, or to a community. */
    'site.invite-used': { inviterId: string; userId: string };
    /** Somebody has got a role on the site, or lost it. */
    'site.role-changed': { userId: string };
    /** The team announces something to everybody. */
    'site.announced': { announcementId: string };
  }
}

export {};
