//! The steps of the lessons: what stands behind their addresses.

use crate::Site;

#[tokio::test]
async fn a_step_that_is_not_there_is_a_page_that_says_so() {
    let site = Site::new();
    for id in ["0", "999"] {
        let answer = site.get_with(&format!("/learn/{id}"), &[("accept", "text/html")]).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains(&format!("there is no step {id}: the steps are numbered")));
    }
    assert_eq!(site.get("/learn/x").await.status, 400);
    assert!(site.get("/learn/1").await.text().contains("Step 1 - Foursight"));
}
