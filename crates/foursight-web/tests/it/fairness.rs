//! Processor time has a price. The program's own tests ask for everything at once, and are served beside that.

use std::num::NonZeroU32;
use std::time::Duration;

use serde_json::json;

use crate::{HttpAnswer, Site};

async fn ask(site: &Site, client: &str, path: &str) -> HttpAnswer {
    site.get_with(path, &[("x-forwarded-for", client)]).await
}

#[tokio::test]
async fn processor_time_is_charged_to_who_uses_it() {
    let site = Site::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        // These allow 40 ms of processor time per second, and 1.2 s at once.
        config.limits.requests_per_second = NonZeroU32::new(4);
        config.limits.solve_time = Duration::from_secs(2);
    });
    let hard = "/api/analyze?pos=1&size=9x9";
    assert_eq!(ask(&site, "192.0.2.1", hard).await.status, 200);
    let refused = ask(&site, "192.0.2.1", hard).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert_eq!(refused.error_code(), "too_much_processor_time");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!(wait >= 5, "2 s are 50 s' worth, 30 of them in advance: {wait}");
    for easy in ["/solve?pos=44", "/api/move?pos=44&level=3"] {
        assert_eq!(ask(&site, "192.0.2.1", easy).await.status, 200, "{easy} takes no time");
    }
    let picture = ask(&site, "192.0.2.1", "/render.png?pos=44").await;
    assert_eq!(picture.error_code(), "too_much_processor_time", "pictures take time, too");
    let text = json!({ "text": "....\n....\n....\n.XO." });
    let headers = [("x-forwarded-for", "192.0.2.1")];
    let refused = site.post_with("/api/position", &headers, &text).await;
    assert_eq!(refused.error_code(), "too_much_processor_time", "and so may a text");
    assert_eq!(ask(&site, "192.0.2.2", hard).await.status, 200, "others have their own share");
}
