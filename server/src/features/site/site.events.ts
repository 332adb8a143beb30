declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has come by an invite: to the site, or to a community. */
    'site.invite-used': { inviterId: string; userId: string };
    /** The team announces something to everybody. */
    'site.announced': { announcementId: string };
  }
}

export {};
